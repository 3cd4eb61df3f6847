#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
public import HTTPTypes
internal import OAuthCore

/// A form for one of the authorization server's endpoints, with the client's authentication (RFC 6749 §2.3).
///
/// ``OAuthClient`` makes one for each request and sends it once. It holds secrets: its body is not for logs.
public struct EndpointRequest: Sendable {
  /// Method, address and header fields.
  public let head: HTTPRequest
  /// The form-encoded body.
  public let body: [UInt8]
  /// What an error must not repeat, should the server send it back.
  let secrets: [Secret]

  init(to endpoint: Endpoint, _ parameters: FormParameters, secrets: [Secret], client: OAuthClient) {
    var head = endpoint.request(.post)
    head.headerFields[.contentType] = "application/x-www-form-urlencoded"
    head.headerFields[.accept] = "application/json"
    head.headerFields[.userAgent] = Self.userAgent
    var form = parameters
    switch client.authentication {
    case .none:
      form.append("client_id", client.id)
    case .clientSecretBasic(let secret):
      let pair = FormParameters.formEncode(client.id) + ":" + FormParameters.formEncode(secret.reveal())
      head.headerFields[.authorization] = "Basic " + Data(pair.utf8).base64EncodedString()
    case .clientSecretPost(let secret):
      form.append("client_id", client.id)
      form.append("client_secret", secret.reveal())
    }
    self.head = head
    self.body = Array(form.formEncoded().utf8)
    self.secrets = secrets + client.authentication.secrets
  }

  static let userAgent = "Pixy"
}

extension EndpointRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The endpoint, without what is sent to it.
  public var description: String { "EndpointRequest(\(head.authority ?? "")\(head.path ?? ""))" }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// Has no children, so that `dump` and other reflection find nothing.
  public var customMirror: Mirror {
    Mirror(self, children: EmptyCollection<Mirror.Child>(), displayStyle: .struct)
  }
}
