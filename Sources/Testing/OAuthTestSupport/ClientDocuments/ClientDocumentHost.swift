public import HTTPTypes
public import OAuthCore
internal import Synchronization

/// A host of client ID metadata documents, with faults (draft-ietf-oauth-client-id-metadata-document-02).
///
/// It is the transport through which an authorization server under test fetches a client's document:
///
/// ```swift
/// let host = ClientDocumentHost()
/// let server = try EmbeddedServer(reachingClients: host) { $0.clientDocuments = ClientDocumentPolicy() }
/// host.misbehave(.redirect(to: "https://other.example/oauth.json"))
/// host.behave()
/// host.publish(["redirect_uris": ["https://client.example/new"]], cacheControl: "max-age=600")
/// ```
///
/// It opens no socket, and answers every address alike. A test of a transport's checks of addresses
/// needs a real host.
public final class ClientDocumentHost: HTTPTransport {
  /// The identifier of the client by default, which is the address of its document.
  public static let address = "https://client.example/oauth.json"

  private struct State {
    var document: HTTPAnswer
    var fault: ClientDocumentFault?
    var requests: [HTTPRequest] = []
    var limits: HTTPLimits?
  }

  private let address: String
  private let state: Mutex<State>

  /// Creates a host that publishes a valid document.
  ///
  /// - Parameters:
  ///   - changes: Changed members of the document; `nil` leaves a member out.
  ///   - address: The client's identifier. Default: ``address``.
  public init(_ changes: [String: JSONValue?] = [:], at address: String = ClientDocumentHost.address) {
    self.address = address
    state = Mutex(State(document: Self.document(changes, at: address)))
  }

  /// The requests so far, in order.
  public var requests: [HTTPRequest] { state.withLock { $0.requests } }

  /// The limits of the last request; `nil` before the first one.
  public var limits: HTTPLimits? { state.withLock { $0.limits } }

  /// Replaces the document. A fault stays.
  ///
  /// - Parameters:
  ///   - changes: The members that differ from those of a valid document; `nil` leaves a member out.
  ///   - cacheControl: The value of `Cache-Control`. Default: no such field.
  public func publish(_ changes: [String: JSONValue?] = [:], cacheControl: String? = nil) {
    let document = Self.document(changes, at: address, cacheControl: cacheControl)
    state.withLock { $0.document = document }
  }

  /// Plans a fault for all requests until ``behave()``, in place of an earlier one.
  ///
  /// - Parameter fault: The fault.
  public func misbehave(_ fault: ClientDocumentFault) {
    state.withLock { $0.fault = fault }
  }

  /// Ends the fault: from now on, requests get the document.
  public func behave() {
    state.withLock { $0.fault = nil }
  }

  /// Records the request, and returns the document or the planned fault.
  ///
  /// - Throws: `HTTPTransportError` with `connectionFailed`, `timedOut` or `answerTooLarge`.
  public func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
    let (document, fault) = state.withLock { state in
      state.requests.append(request)
      state.limits = limits
      return (state.document, state.fault)
    }
    let origin = "\(request.scheme ?? "")://\(request.authority ?? "")"
    let answer = try fault?.answer(instead: document, from: origin) ?? document
    guard answer.body.count <= limits.answerBytes else { throw HTTPTransportError(.answerTooLarge, origin: origin) }
    return answer
  }

  /// Returns the members of a valid document.
  ///
  /// - Parameters:
  ///   - changes: Changed members; `nil` leaves a member out.
  ///   - address: The client's identifier. Default: ``address``.
  public static func members(
    _ changes: [String: JSONValue?] = [:], at address: String = ClientDocumentHost.address
  ) -> [String: JSONValue] {
    var members: [String: JSONValue] = [
      "client_id": .string(address), "client_name": "Example MCP Client",
      "redirect_uris": ["https://client.example/callback", "http://127.0.0.1/callback"],
      "grant_types": ["authorization_code", "refresh_token"],
    ]
    for (name, value) in changes { members[name] = value }
    return members
  }

  /// Returns the answer with a valid document.
  ///
  /// - Parameters:
  ///   - changes: Changed members; `nil` leaves a member out.
  ///   - address: The client's identifier. Default: ``address``.
  ///   - cacheControl: The value of `Cache-Control`. Default: no such field.
  public static func document(
    _ changes: [String: JSONValue?] = [:], at address: String = ClientDocumentHost.address, cacheControl: String? = nil
  ) -> HTTPAnswer {
    var answer = HTTPAnswer.json(members(changes, at: address))
    answer.response.headerFields[.cacheControl] = cacheControl
    return answer
  }
}
