internal import HTTPTypes
public import OAuthCore

extension ClientRegistration {
  /// Reads the registration of a client (RFC 7592 §2.1).
  ///
  /// Store the result in place of the previous one, because the server may have issued a new secret
  /// or a new token.
  /// - Parameters:
  ///   - address: The ``registrationClientURI`` of the registration.
  ///   - token: The ``registrationAccessToken`` of the registration.
  ///   - transport: The HTTP transport.
  ///   - limits: The limits of time and size for one exchange. Default: `HTTPLimits()`.
  /// - Throws: ``EndpointError`` if the server refused (401: the token isn't this client's, or the
  ///   client was deleted) or its answer can't be used; `HTTPTransportError` if no answer came;
  ///   `CancellationError`.
  public static func read(
    at address: Endpoint, with token: Secret, through transport: any HTTPTransport, limits: HTTPLimits = HTTPLimits()
  ) async throws -> ClientRegistration {
    try await manage(.get, address, token, nil, transport, limits)
  }

  /// Replaces the registration of a client (RFC 7592 §2.2).
  ///
  /// Everything is replaced: members that `metadata` doesn't have are deleted.
  /// - Parameters:
  ///   - metadata: The complete new metadata. Members that only the server sets (the registration
  ///     access token, its address, and the times of id and secret) are left out, as the
  ///     specification requires.
  ///   - clientID: The client's id, which can't be changed.
  ///   - address: The ``registrationClientURI`` of the registration.
  ///   - token: The ``registrationAccessToken`` of the registration.
  ///   - transport: The HTTP transport.
  ///   - limits: The limits of time and size for one exchange. Default: `HTTPLimits()`.
  /// - Throws: ``EndpointError`` if the server refused or its answer can't be used;
  ///   `HTTPTransportError` if no answer came (read the registration to learn whether it was
  ///   replaced); `CancellationError`.
  public static func replace(
    with metadata: ClientMetadata, clientID: String, at address: Endpoint, with token: Secret,
    through transport: any HTTPTransport, limits: HTTPLimits = HTTPLimits()
  ) async throws -> ClientRegistration {
    var members = metadata.members.filter { !serversMembers.contains($0.key) }
    members["client_id"] = .string(clientID)
    return try await manage(.put, address, token, members, transport, limits)
  }

  /// Deletes the registration of a client (RFC 7592 §2.3). Its id and its tokens are invalid
  /// afterwards.
  ///
  /// - Parameters:
  ///   - address: The ``registrationClientURI`` of the registration.
  ///   - token: The ``registrationAccessToken`` of the registration.
  ///   - transport: The HTTP transport.
  ///   - limits: The limits of time and size for one exchange. Default: `HTTPLimits()`.
  /// - Throws: ``EndpointError`` if the server refused, or doesn't support deletion (405);
  ///   `HTTPTransportError` if no answer came; `CancellationError`.
  public static func delete(
    at address: Endpoint, with token: Secret, through transport: any HTTPTransport, limits: HTTPLimits = HTTPLimits()
  ) async throws {
    let answer = try await transport.send(head(.delete, address, token), body: [], limits: limits)
    guard answer.response.status != .noContent, answer.response.status != .ok else { return }
    _ = try AnswerMembers(answer, of: .clientConfiguration, withholding: [token])
    throw EndpointError(.clientConfiguration, statusOf: answer, withholding: [token])
  }

  /// The members that a client must not send (RFC 7592 §2.2).
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
      head, body: members.map { JSONValue.object($0).bytes() } ?? [], limits: limits)
    return try ClientRegistration(AnswerMembers(answer, of: .clientConfiguration, withholding: secrets))
  }
}
