internal import HTTPTypes
internal import Logging
internal import OAuthCore
internal import OAuthServer
internal import PKCE

/// What all look-alikes are made of: a real authorization server, and the knowledge of its stores that lets a look-alike answer as its
/// provider does.
struct LookAlikeServer: Sendable {
  let address: LookAlikeAddress
  let inner: AuthorizationServer
  let codes: InMemoryAuthorizationCodeStore
  let tokens: LookAlikeTokenStore
  let clients: [String: LookAlikeClient]
  let person: LookAlikePerson
  let quirks: Set<LookAlikeQuirk>
  let clock: WallClock
  /// What is known about the request that is being answered, beside the request.
  var context = RequestContext()
  /// What all clients of the server inside have, so that only the look-alike can ask it for tokens.
  private let secret: Secret

  init(
    _ parts: LookAlikeParts, issuer: Issuer, scopes: Scope, codeChallenges: CodeChallengePolicy,
    signingKeys: SigningKeys? = nil
  ) throws {
    address = parts.address
    person = parts.person
    quirks = parts.quirks
    clock = parts.clock
    clients = Dictionary(parts.clients.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    secret = Secret(Base64URL.encode(parts.random.exactly(32)))
    codes = InMemoryAuthorizationCodeStore(clock: parts.clock)
    tokens = LookAlikeTokenStore(rules: clients.mapValues { $0.tokenRules(parts.quirks) }, clock: parts.clock)
    let user = User(
      subject: Subject(rawValue: person.id), username: person.username, name: person.name ?? person.username,
      email: person.email)
    inner = AuthorizationServer(
      configuration: try AuthorizationServerConfiguration(
        issuer: issuer, scopes: scopes,
        // The store has the tokens' true lives; a code remembers for how long to know its replay.
        lifetimes: TokenLifetimes(authorizationCode: .seconds(600), deviceCode: parts.deviceCodeLifetime),
        codeChallenges: codeChallenges, signingKeys: signingKeys),
      stores: ServerStores(
        clients: LookAlikeClientStore(
          clients: clients, secret: SecretHash(of: secret), scope: scopes, quirks: parts.quirks),
        users: InMemoryUserDirectory([(user: user, password: person.password)]), codes: codes, tokens: tokens,
        deviceCodes: InMemoryDeviceCodeStore()), pages: parts.pages, clock: parts.clock, random: parts.random,
      logger: parts.logger)
  }

  /// Gives the server inside a request under its own path, from its own origin.
  func ask(_ endpoint: Endpoint, _ request: HTTPRequest, query: String? = nil, body: [UInt8] = []) async -> HTTPAnswer {
    var asked = request
    let path = endpoint.request(.get).pathAlone
    asked.path = query.map { path + "?" + $0 } ?? path
    // A provider has pages at several origins; each posts to its own.
    if let origin = asked.headerFields[.origin], origin == "\(request.scheme ?? "")://\(request.authority ?? "")" {
      asked.headerFields[.origin] = inner.issuer.origin
    }
    return await inner.respond(to: asked, body: body, context: context)
  }

  /// Gives the server inside a client's form, with the secret that it knows this client by.
  func post(_ form: FormParameters, of client: LookAlikeClient, to endpoint: Endpoint) async -> ClientAnswer {
    var form = form.without("client_id", "client_secret")
    form.append("client_id", client.id)
    form.append("client_secret", secret.reveal())
    var request = endpoint.request(.post)
    request.headerFields[.contentType] = "application/x-www-form-urlencoded"
    let answer = await inner.respond(to: request, body: Array(form.formEncoded().utf8))
    let members = (try? JSONValue(octets: answer.body))?.object ?? [:]
    guard answer.response.status == .ok else {
      return .refused(ErrorCode(members["error"]?.string ?? ErrorCode.serverError.rawValue))
    }
    return .given(members)
  }

  /// What became of an access token, after the prefix that the provider's tokens have.
  func token(_ text: Substring) async -> AccessTokenState {
    guard let record = try? await tokens.find(SecretHash(ofToken: Secret(String(text)))), record.kind == .access else {
      return .unknown
    }
    return clock.now() < record.expires ? .good(record) : .expired
  }
}

/// What the server inside said to a client.
enum ClientAnswer: Sendable {
  case given([String: JSONValue])
  case refused(ErrorCode)
}

/// What is known about an access token that somebody presents.
enum AccessTokenState: Sendable {
  case unknown
  case expired
  case good(IssuedToken)
}
