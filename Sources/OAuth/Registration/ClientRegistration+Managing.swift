internal import HTTPTypes
public import OAuthCore

extension ClientRegistration {
  /// Reads what a server has registered about a client (RFC 7592 §2.1).
  ///
  /// Keep what it gives in the place of what was kept before: the server may have made a new secret or a new token.
  /// - Parameters:
  ///   - address: ``registrationClientURI`` of the registration's answer.
  ///   - token: ``registrationAccessToken`` of the same.
  ///   - transport: what moves requests.
  ///   - limits: the time and size that one exchange may take.
  /// - Throws: ``EndpointError`` if the server refused (401: the token isn't this client's, or there is no such client any
  ///   more) or its answer can't be used; `HTTPTransportError` if no answer came; `CancellationError`.
  public static func read(
    at address: Endpoint, with token: Secret, through transport: any HTTPTransport, limits: HTTPLimits = HTTPLimits()
  ) async throws -> ClientRegistration {
    try await manage(.get, address, token, nil, transport, limits)
  }

  /// Replaces what a server has registered about a client (RFC 7592 §2.2).
  ///
  /// It replaces everything: what isn't in `metadata` is no longer registered afterwards.
  /// - Parameters:
  ///   - metadata: all that shall be registered. Members of the last answer that are the server's to say (the registration
  ///     access token, its address, and the times of id and secret) are left out, as the specification asks.
  ///   - clientID: the client's id, which can't be changed.
  ///   - address: ``registrationClientURI`` of the registration's answer.
  ///   - token: ``registrationAccessToken`` of the same.
  ///   - transport: what moves requests.
  ///   - limits: the time and size that one exchange may take.
  /// - Throws: ``EndpointError`` if the server refused or its answer can't be used; `HTTPTransportError` if no answer came, in
  ///   which case nobody knows whether it was replaced: read it; `CancellationError`.
  public static func replace(
    with metadata: ClientMetadata, clientID: String, at address: Endpoint, with token: Secret,
    through transport: any HTTPTransport, limits: HTTPLimits = HTTPLimits()
  ) async throws -> ClientRegistration {
    var members = metadata.members.filter { !serversMembers.contains($0.key) }
    members["client_id"] = .string(clientID)
    return try await manage(.put, address, token, members, transport, limits)
  }

  /// Ends a client's registration (RFC 7592 §2.3). What the client was given (tokens, its id) is worth nothing afterwards.
  /// - Parameters:
  ///   - address: ``registrationClientURI`` of the registration's answer.
  ///   - token: ``registrationAccessToken`` of the same.
  ///   - transport: what moves requests.
  ///   - limits: the time and size that one exchange may take.
  /// - Throws: ``EndpointError`` if the server refused, or doesn't let clients end (405); `HTTPTransportError` if no answer
  ///   came; `CancellationError`.
  public static func delete(
    at address: Endpoint, with token: Secret, through transport: any HTTPTransport, limits: HTTPLimits = HTTPLimits()
  ) async throws {
    let answer = try await transport.send(head(.delete, address, token), body: [], limits: limits)
    guard answer.response.status != .noContent, answer.response.status != .ok else { return }
    _ = try AnswerMembers(answer, of: .clientConfiguration, withholding: [token])
    throw EndpointError(.clientConfiguration, .unexpectedStatus(of: answer))
  }

  /// RFC 7592 §2.2: a client must not send these.
  private static let serversMembers: Set<String> = [
    "registration_access_token", "registration_client_uri", "client_secret_expires_at", "client_id_issued_at",
  ]

  private static func head(_ method: HTTPRequest.Method, _ address: Endpoint, _ token: Secret) -> HTTPRequest {
    var head = address.request(method)
    head.headerFields[.accept] = "application/json"
    head.headerFields[.userAgent] = EndpointRequest.userAgent
    head.headerFields[.authorization] = "Bearer " + token.reveal()
    return head
  }

  private static func manage(
    _ method: HTTPRequest.Method, _ address: Endpoint, _ token: Secret, _ members: [String: JSONValue]?,
    _ transport: any HTTPTransport, _ limits: HTTPLimits
  ) async throws -> ClientRegistration {
    var head = head(method, address, token)
    if members != nil { head.headerFields[.contentType] = "application/json" }
    let secrets = [token] + (members?["client_secret"]?.string.map { [Secret($0)] } ?? [])
    let answer = try await transport.send(
      head, body: members.map { JSONValue.object($0).octets() } ?? [], limits: limits)
    return try ClientRegistration(AnswerMembers(answer, of: .clientConfiguration, withholding: secrets))
  }
}
