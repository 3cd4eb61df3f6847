public import HTTPTypes
public import OAuthCore
public import OAuthServer

/// A server that behaves like GitHub, Google or Spotify: sign-in page, tokens, profile and
/// sign-out, with the provider's own parameters and errors.
///
/// In a test, ``LookAlikeTransport`` sends the requests for the provider's hosts to it. For a real
/// browser, `HummingbirdAuthorizationServer` serves it on a port. Create it with that server's
/// issuer then, and sign in with `Provider.relocated(to:)`.
///
/// ```swift
/// let gitHub = try LookAlike.gitHub()
/// let transport = LookAlikeTransport(gitHub)
/// let client = ProviderClient(.gitHub, id: LookAlikeClient.gitHubOAuthApp.id, through: transport)
/// ```
///
/// Its behavior comes from the providers' documentation and from published reports. It was never
/// compared with the real servers.
public struct LookAlike: HTTPServing {
  /// The origins that it answers for: the provider's, or the single one that it was created with.
  public let origins: Set<String>
  /// The registered applications, sorted by client ID.
  public let clients: [LookAlikeClient]
  /// The only user account.
  public let user: LookAlikeUser

  private let site: any LookAlikeSite

  init(_ site: some LookAlikeSite, origins: [String]) {
    self.site = site
    let server = site.server
    self.origins = server.address.origins(origins)
    clients = server.clients.values.sorted { $0.id < $1.id }
    user = server.user
  }

  /// Answers one request as the provider would.
  /// - Parameters:
  ///   - request: The method, the path with its query, and the header fields as received.
  ///   - body: The bytes of the body.
  public func respond(to request: HTTPRequest, body: [UInt8]) async -> HTTPAnswer {
    await respond(to: request, body: body, context: RequestContext())
  }

  /// Answers one request as the provider would, with what its listener knows about the connection.
  /// - Parameters:
  ///   - request: The method, the path with its query, and the header fields as received.
  ///   - body: The bytes of the body.
  ///   - context: The facts about the connection, such as the client's address. They are passed on
  ///     with the requests of browsers.
  public func respond(to request: HTTPRequest, body: [UInt8], context: RequestContext) async -> HTTPAnswer {
    var site = site
    site.server.context = context
    return await site.answer(request, body)
  }
}
