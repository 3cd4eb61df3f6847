public import HTTPTypes
public import OAuthCore
public import OAuthServer

/// A server that behaves like GitHub's, Google's or Spotify's: sign-in page, tokens, profile and sign-out, in the provider's own dialect.
///
/// Tests put it behind ``LookAlikeTransport``, where it stands in for the provider's own addresses. Where a browser is needed,
/// `HummingbirdAuthorizationServer` puts it on a port: make it with the issuer that is known then, and use
/// `Provider.relocated(to:)`.
///
/// ```swift
/// let gitHub = try LookAlike.gitHub()
/// let transport = LookAlikeTransport(gitHub)
/// let client = ProviderClient(.gitHub, id: LookAlikeClient.gitHubOAuthApp.id, through: transport)
/// ```
///
/// What it does was taken from the providers' documentation and from reports of others; nobody compared it with the real servers.
public struct LookAlike: HTTPServing {
  /// The origins that it answers for: the provider's, or the one that it was given.
  public let origins: Set<String>
  /// The applications that it knows.
  public let clients: [LookAlikeClient]
  /// Who has an account there.
  public let person: LookAlikePerson

  private let site: any LookAlikeSite

  init(_ site: some LookAlikeSite, origins: [String]) {
    self.site = site
    let server = site.server
    self.origins = server.address.origins(origins)
    clients = server.clients.values.sorted { $0.id < $1.id }
    person = server.person
  }

  /// Answers one request, as the provider would.
  /// - Parameters:
  ///   - request: method, path with query, and header fields as they came.
  ///   - body: the octets of the body.
  public func respond(to request: HTTPRequest, body: [UInt8]) async -> HTTPAnswer {
    await respond(to: request, body: body, context: RequestContext())
  }

  /// Answers one request of which more is known than HTTP says, as the provider would.
  /// - Parameters:
  ///   - request: method, path with query, and header fields as they came.
  ///   - body: the octets of the body.
  ///   - context: what the server inside is told along with what it is asked in a browser's name.
  public func respond(to request: HTTPRequest, body: [UInt8], context: RequestContext) async -> HTTPAnswer {
    var site = site
    site.server.context = context
    return await site.answer(request, body)
  }
}

/// One provider, looked alike.
protocol LookAlikeSite: Sendable {
  var server: LookAlikeServer { get set }

  func answer(_ request: HTTPRequest, _ body: [UInt8]) async -> HTTPAnswer
}
