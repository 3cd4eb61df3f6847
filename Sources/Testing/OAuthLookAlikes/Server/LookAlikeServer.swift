internal import HTTPTypes
internal import Logging
internal import OAuthCore
internal import OAuthServer
internal import PKCE

/// The base of all look-alikes: a real authorization server and its database.
///
/// A look-alike reads the database to answer with its provider's errors.
struct LookAlikeServer: Sendable {
  let address: LookAlikeAddress
  let inner: AuthorizationServer
  let database: LookAlikeDatabase
  let clients: [String: LookAlikeClient]
  let user: LookAlikeUser
  let quirks: Set<LookAlikeQuirk>
  let clock: WallClock
  /// The facts about the connection of the current request.
  var context = RequestContext()
  /// The client secret of all clients of the inner server, so that only the look-alike can request
  /// tokens from it.
  private let secret: Secret

  init(
    _ parts: LookAlikeParts, issuer: Issuer, scopes: Scope, codeChallenges: CodeChallengePolicy,
    signingKeys: SigningKeys? = nil
  ) throws {
    address = parts.address
    user = parts.user
    quirks = parts.quirks
    clock = parts.clock
    clients = Dictionary(parts.clients.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    secret = Secret(Base64URL.encode(parts.random.exactly(32)))
    database = LookAlikeDatabase(rules: clients.mapValues { $0.tokenRules(parts.quirks) }, clock: parts.clock)
    let account = User(
      subject: Subject(rawValue: user.id), username: user.username, name: user.name ?? user.username,
      email: user.email)
    var configuration = try AuthorizationServerConfiguration(
      issuer: issuer, scopes: scopes,
      // `LookAlikeDatabase` sets the lifetimes of tokens. The default ones here only decide how long
      // a redeemed code is remembered, so that its replay is detected.
      lifetimes: TokenLifetimes(authorizationCode: .seconds(600), deviceCode: parts.deviceCodeLifetime),
      codeChallenges: codeChallenges, signingKeys: signingKeys)
    configuration.features = [.deviceAuthorization]
    inner = AuthorizationServer(
      configuration: configuration, database: database,
      clients: LookAlikeClientStore(
        clients: clients, secret: SecretHash(of: secret), scope: scopes, quirks: parts.quirks),
      users: InMemoryUserDirectory([(user: account, password: user.password)]), pages: parts.pages, clock: parts.clock,
      random: parts.random, logger: parts.logger)
  }

  /// Passes a browser's request on to the inner server, at the inner server's path and origin.
  func ask(_ endpoint: Endpoint, _ request: HTTPRequest, query: String? = nil, body: [UInt8] = []) async -> HTTPAnswer {
    var serverRequest = request
    let path = endpoint.request(.get).pathAlone
    serverRequest.path = query.map { path + "?" + $0 } ?? path
    // A provider has pages at several origins, and each page posts to its own. The inner server
    // accepts forms only from its issuer's origin.
    if let origin = serverRequest.headerFields[.origin],
      origin == "\(request.scheme ?? "")://\(request.authority ?? "")"
    {
      serverRequest.headerFields[.origin] = inner.issuer.origin
    }
    return await inner.respond(to: serverRequest, body: body, context: context)
  }

  /// Posts a client's form to the inner server, with the inner server's secret for that client.
  func post(_ form: FormParameters, of client: LookAlikeClient, to endpoint: Endpoint) async -> ClientAnswer {
    var form = form.without("client_id", "client_secret")
    form.append("client_id", client.id)
    form.append("client_secret", secret.reveal())
    var request = endpoint.request(.post)
    request.headerFields[.contentType] = "application/x-www-form-urlencoded"
    let answer = await inner.respond(to: request, body: Array(form.formEncoded().utf8))
    let members = (try? JSONValue(bytes: answer.body))?.object ?? [:]
    guard answer.response.status == .ok else {
      return .refused(ErrorCode(members["error"]?.string ?? ErrorCode.serverError.rawValue))
    }
    return .given(members)
  }

  /// Returns the state of an access token, which is passed without the provider's prefix.
  func token(_ text: Substring) async -> AccessTokenState {
    guard let record = try? await database.token(SecretHash(ofToken: Secret(String(text)))), record.kind == .access
    else {
      return .unknown
    }
    return clock.now() < record.expires ? .good(record) : .expired
  }
}

/// The inner server's answer to a client.
enum ClientAnswer: Sendable {
  case given([String: JSONValue])
  case refused(ErrorCode)
}

/// The state of an access token that was sent to a provider's API.
enum AccessTokenState: Sendable {
  case unknown
  case expired
  case good(IssuedToken)
}
