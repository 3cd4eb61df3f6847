internal import HTTPTypes
public import OAuthCore

extension ClientRegistration {
  /// Registers a client with a server (RFC 7591 §3.1, OpenID Connect Registration §3.1).
  ///
  /// Call it once for each installation and keep what it gives. The server may have changed what was asked for: look at
  /// ``tokenEndpointAuthMethod``, ``redirectURIs`` and ``members``.
  /// - Parameters:
  ///   - metadata: what the client says about itself.
  ///   - server: from discovery.
  ///   - initialAccessToken: what the server's operator gave, if not everybody may register.
  ///   - transport: what moves requests.
  ///   - limits: the time and size that one exchange may take.
  /// - Throws: ``EndpointError`` if the server registers nobody, refused (`invalid_redirect_uri`,
  ///   `invalid_client_metadata`, …), or its answer can't be used; `HTTPTransportError` if no answer came, in which
  ///   case a client may have been registered that nobody knows; `CancellationError`.
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
      head, body: JSONValue.object(metadata.members).octets(), limits: limits)
    let members = try AnswerMembers(
      answer, of: .registration, withholding: initialAccessToken.map { [$0] } ?? [])
    // RFC 7591 §3.2.1 says 201; servers in the field say 200 too.
    guard [200, 201].contains(answer.response.status.code) else {
      throw EndpointError(.registration, .unexpectedStatus(of: answer))
    }
    return try ClientRegistration(members)
  }
}
