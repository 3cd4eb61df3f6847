import HTTPTypes
import Logging
import OAuth
import OAuthCore
import OAuthLookAlikes
import OAuthSessions
import OAuthTestSupport
import TokenStorage

@testable import OAuthProviders

/// One look-alike, one client there, and the user's browser.
struct LookAlikeFixture {
  let clock: ManualClock
  let transport: LookAlikeTransport
  let client: ProviderClient
  let userAgent: SimulatedUserAgent
  let person: LookAlikeUser

  init(
    _ provider: Provider, _ lookAlike: LookAlike, as registered: LookAlikeClient, withSecret: Bool = false,
    at redirectURI: String = "http://127.0.0.1:49152/callback", clock: ManualClock, agrees: Bool = true
  ) throws {
    self.clock = clock
    person = lookAlike.user
    transport = LookAlikeTransport(lookAlike)
    client = ProviderClient(
      provider, id: registered.id, secret: withSecret ? registered.secret : nil, through: transport,
      clock: clock.wallClock, monotonic: clock.monotonicClock, random: SeededRandomSource(seed: 3), logger: .silent)
    userAgent = SimulatedUserAgent(
      person.simulated(agrees: agrees), redirectURI: try RedirectURI(redirectURI), through: transport)
  }

  /// Signs in and stores the tokens, as a program does.
  func session(parameters: FormParameters = FormParameters()) async throws -> (ProviderSignIn, TokenSession) {
    let signedIn = try await client.signIn(parameters: parameters, with: userAgent)
    let account = try Account(provider: client.provider.server.accountProvider, name: "ada")
    let session = try await client.session(for: account, in: MemoryTokenStore())
    try await session.save(signedIn.tokens)
    return (signedIn, session)
  }

  /// Sends a form, as a client without knowledge of the provider does.
  func post(_ pairs: KeyValuePairs<String, String>, to address: String, fields: HTTPFields = [:]) async throws
    -> HTTPAnswer
  {
    var form = FormParameters()
    for (name, value) in pairs { form.append(name, value) }
    var request = try Endpoint(address).request(.post)
    request.headerFields = fields
    request.headerFields[.contentType] = "application/x-www-form-urlencoded"
    return try await transport.send(request, body: Array(form.formEncoded().utf8), limits: HTTPLimits())
  }

  /// Requests a resource.
  func get(_ address: String, token: Secret? = nil, userAgent: String? = "test") async throws -> HTTPAnswer {
    var request = try Endpoint(address).request(.get)
    request.headerFields[.authorization] = token.map { "Bearer " + $0.reveal() }
    request.headerFields[.userAgent] = userAgent
    return try await transport.send(request, body: [], limits: HTTPLimits())
  }

  /// Requests an authorization without a client, and returns the callback's parameters.
  func callback(_ authorizationEndpoint: String, _ pairs: KeyValuePairs<String, String>) async throws -> FormParameters
  {
    var query = FormParameters()
    for (name, value) in pairs { query.append(name, value) }
    let location = try await person.simulated().visit(
      Endpoint(authorizationEndpoint).adding(query), through: transport)
    return try FormParameters(decoding: location.split(separator: "?", maxSplits: 1).last ?? "")
  }
}

extension Logger {
  static let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
}

extension HTTPAnswer {
  /// The members of a JSON body.
  var members: [String: JSONValue] {
    (try? JSONValue(bytes: body))?.object ?? [:]
  }
}

extension FormParameters {
  func value(_ name: String) -> String? { all(name).first }
}
