#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
public import HTTPTypes
internal import OAuthCore

/// A request to the token endpoint, ready to be sent (RFC 6749 §3.2).
///
/// ``OAuthClient/redeem(_:)`` and ``OAuthClient/refresh(_:scope:)`` make and send one; make one yourself when you move
/// requests by other means.
public struct TokenRequest: Sendable {
  /// Method, address and fields.
  public let head: HTTPRequest
  /// The form's octets. They hold secrets.
  public let body: [UInt8]
  /// Everything in the request that must not be seen in an error, should the server send it back.
  let secrets: [Secret]
  let grantType: String

  init(
    grantType: String, parameters: FormParameters, secrets: [Secret], client: OAuthClient
  ) {
    var head = client.server.tokenEndpoint.request(.post)
    head.headerFields[.contentType] = "application/x-www-form-urlencoded"
    head.headerFields[.accept] = "application/json"
    head.headerFields[.userAgent] = Self.userAgent
    var form = FormParameters()
    form.append("grant_type", grantType)
    for pair in parameters.pairs { form.append(pair.name, pair.value) }
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
    self.grantType = grantType
  }

  static let userAgent = "Pixy"
}

extension TokenRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The grant type alone.
  public var description: String { "TokenRequest(\(grantType))" }

  /// The grant type alone.
  public var debugDescription: String { description }

  /// Has no children, so that reflection finds no secret.
  public var customMirror: Mirror {
    Mirror(self, children: EmptyCollection<Mirror.Child>(), displayStyle: .struct)
  }
}
