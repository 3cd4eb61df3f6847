internal import HTTPTypes
public import OAuthCore

extension ClientRegistration {
  /// Registers a client with a server (RFC 7591 §3.1, OpenID Connect Registration §3.1).
  ///
  /// Call it once for each installation and store the result. The server may have changed the
  /// metadata: check ``tokenEndpointAuthMethod``, ``redirectURIs`` and ``members``.
  /// - Parameters:
  ///   - metadata: The client's metadata.
  ///   - server: The server's metadata, from discovery.
  ///   - initialAccessToken: The token from the server's operator, if registration isn't open to
  ///     all. Default: none.
  ///   - transport: The HTTP transport.
  ///   - limits: The limits of time and size for one exchange. Default: `HTTPLimits()`.
  /// - Throws: ``EndpointError`` if the server doesn't offer registration, refused
  ///   (`invalid_redirect_uri`, `invalid_client_metadata`, …), or its answer can't be used;
  ///   `HTTPTransportError` if no answer came, in which case the server may have registered a
  ///   client whose id is lost; `CancellationError`.
  public static func register(
    _ metadata: ClientMetadata, at server: AuthorizationServerMetadata, initialAccessToken: Secret? = nil,
    through transport: any HTTPTransport, limits: HTTPLimits = HTTPLimits()
  ) async throws -> ClientRegistration {
    guard let endpoint = server.registrationEndpoint else { throw EndpointError(.registration, .notAnnounced) }
    var head = endpoint.request(.post)
    head.headerFields[.contentType] = "application/json"
    head.headerFields[.accept] = "application/json"
    head.headerFields[.userAgent] = EndpointRequest.userAgent
    if let initialAccessToken { head.headerFields[.authorization] = "Bearer " + initialAccessToken.reveal() }
    let answer = try await transport.send(
      head, body: JSONValue.object(metadata.members).bytes(), limits: limits)
    let secrets = initialAccessToken.map { [$0] } ?? []
    let members = try AnswerMembers(answer, of: .registration, withholding: secrets)
    // RFC 7591 §3.2.1 specifies 201. Some servers answer with 200.
    guard [200, 201].contains(answer.response.status.code) else {
      throw EndpointError(.registration, statusOf: answer, withholding: secrets)
    }
    return try ClientRegistration(members)
  }
}
