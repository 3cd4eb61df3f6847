#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Evidence
import HTTPTypes
import OAuth
import OAuthCore
import OAuthResourceServer
import OAuthTestSupport
import Testing

/// RFC 7662.
@Suite(.covers("RFC 7662 §2")) struct IntrospectedAccessTokensTests {
  private let clock = ManualClock()
  private static let active: [String: JSONValue] = [
    "active": true, "scope": "read", "client_id": "app", "sub": "ada", "token_type": "Bearer",
    "exp": .integer(TestResource.now + 600), "aud": .string(TestResource.identifier), "iss": "https://as.example",
    "acr": "gold", "auth_time": .integer(TestResource.now), "jti": "t-1",
  ]

  private func tokens(
    _ transport: any HTTPTransport, _ change: (inout IntrospectionPolicy) -> Void = { _ in }
  ) throws -> IntrospectedAccessTokens {
    let server = AuthorizationServerMetadata(
      issuer: try Issuer("https://as.example"), authorizationEndpoint: try Endpoint("https://as.example/authorize"),
      tokenEndpoint: try Endpoint("https://as.example/token"), userInfoEndpoint: nil,
      members: ["introspection_endpoint": "https://as.example/introspect"])
    let client = OAuthClient(
      id: "rs", authentication: .clientSecretBasic(Secret("rs-secret")), server: server, transport: transport,
      clock: clock.wallClock)
    var policy = IntrospectionPolicy(audience: [TestResource.identifier], issuer: try Issuer("https://as.example"))
    change(&policy)
    return IntrospectedAccessTokens(client, policy, clock: clock.wallClock)
  }

  private func answer(_ changes: [String: JSONValue?] = [:]) -> HTTPAnswer {
    var members = Self.active
    for (name, value) in changes { members[name] = value }
    return .json(members)
  }

  @Test func `The server is asked with the resource server's credentials, and its response is passed on`() async throws
  {
    let transport = ScriptedTransport(answer(["cnf": ["jkt": "k", "x5t#S256": "c"]]))
    let facts = try await tokens(transport).facts(about: Secret("opaque"))
    #expect(
      facts.subject == "ada" && facts.clientID == "app" && facts.scope.parameter == "read" && facts.tokenID == "t-1")
    #expect(facts.binding == .init(keyThumbprint: "k", certificateThumbprint: "c"))
    #expect(facts.authenticationContext == "gold" && facts.authenticationTime == clock.now)
    let exchange = try #require(transport.exchanges.first)
    #expect(exchange.request.headerFields[.authorization] == "Basic cnM6cnMtc2VjcmV0")
    #expect(String(decoding: exchange.body, as: UTF8.self) == "token=opaque&token_type_hint=access_token")
  }

  @Test(
    .covers("CVE-2026-11717"),
    arguments: [
      (["active": false], .notActive), (["aud": ["https://other.example"]], .anotherAudience),
      (["iss": "https://evil.example"], .anotherIssuer),
      (["token_type": "refresh_token"], .anotherType(UntrustedText("refresh_token"))),
      (["token_type": nil, "token_use": "refresh_token"], .anotherType(UntrustedText("refresh_token"))),
      (["token_type": nil, "typ": "Refresh"], .anotherType(UntrustedText("Refresh"))),
      (["typ": "Offline"], .anotherType(UntrustedText("Offline"))),
      (["exp": .integer(TestResource.now - 5)], .notTimely), (["nbf": .integer(TestResource.now + 6)], .notTimely),
    ] as [([String: JSONValue?], AccessTokenProblem)])
  func `An invalid token is rejected, and introspected again`(
    _ change: [String: JSONValue?], _ expected: AccessTokenProblem
  ) async throws {
    let transport = ScriptedTransport(answer(change), answer(change))
    let tokens = try tokens(transport)
    for _ in 0..<2 { await #expect(throws: expected) { try await tokens.facts(about: Secret("opaque")) } }
    #expect(transport.exchanges.count == 2 && tokens.count == 0)
  }

  @Test(.covers("CVE-2026-35039", "CVE-2026-33496")) func `A cached response counts for no other token`() async throws {
    let transport = ScriptedTransport(answer(), answer(["sub": "bob"]), answer(["active": false]))
    let tokens = try tokens(transport)
    #expect(try await tokens.facts(about: Secret("opaque")).subject == "ada")
    #expect(try await tokens.facts(about: Secret("opaque2")).subject == "bob")
    await #expect(throws: AccessTokenProblem.notActive) { try await tokens.facts(about: Secret("opaqu")) }
    #expect(try await tokens.facts(about: Secret("opaque")).subject == "ada")
    #expect(transport.exchanges.count == 3)
  }

  // RFC 3986 §6.2.2.1, §6.2.3.
  @Test func `Another spelling of scheme and host is the same audience, and another path isn't`() async throws {
    let name = TestResource.identifier
    let spelling = name.replacing("https://", with: "HTTPS://")
    _ = try await tokens(ScriptedTransport(answer(["aud": [.string(spelling)]]))).facts(about: Secret("opaque"))
    await #expect(throws: AccessTokenProblem.anotherAudience) {
      try await tokens(ScriptedTransport(answer(["aud": [.string(name + "/x")]]))).facts(about: Secret("opaque"))
    }
  }

  @Test(arguments: [["token_use": "access_token"], ["token_use": "access", "typ": "Bearer"], ["token_type": nil]])
  func `An access token is recognized in each server's format`(_ change: [String: JSONValue?]) async throws {
    let facts = try await tokens(ScriptedTransport(answer(change))).facts(about: Secret("opaque"))
    #expect(facts.subject == "ada")
  }

  // A token that is bound to a key is useless without its proof, even if the server doesn't state
  // the key (RFC 9449 §7.2).
  @Test(
    arguments: [
      ["cnf": ["kid": "x"]], ["cnf": .object([:])], ["token_type": "DPoP"],
      ["token_type": "dpop", "cnf": ["x5t#S256": "c"]],
    ] as [[String: JSONValue?]])
  func `An unknown binding stays a binding`(_ change: [String: JSONValue?]) async throws {
    let facts = try await tokens(ScriptedTransport(answer(change))).facts(about: Secret("opaque"))
    #expect(facts.binding == AccessTokenFacts.Binding())
  }

  @Test(arguments: [
    HTTPAnswer.text("", status: .internalServerError), .text("no json"), .json(["active": "true"]), .json([:]),
    .json(["error": "invalid_client"], status: .unauthorized),
  ])
  func `An unusable response doesn't make the token invalid`(_ answer: HTTPAnswer) async throws {
    await #expect(throws: EndpointError.self) {
      try await tokens(ScriptedTransport(answer)).facts(about: Secret("opaque"))
    }
  }

  @Test func `A positive response is cached for the configured time, and never beyond the token's expiry`() async throws
  {
    let transport = ScriptedTransport(
      answer(), answer(["exp": .integer(TestResource.now + 40)]), answer(["active": false]))
    let tokens = try tokens(transport)
    _ = try await tokens.facts(about: Secret("opaque"))
    clock.advance(by: .seconds(29))
    _ = try await tokens.facts(about: Secret("opaque"))
    #expect(transport.exchanges.count == 1)
    clock.advance(by: .seconds(1))
    _ = try await tokens.facts(about: Secret("opaque"))
    #expect(transport.exchanges.count == 2)
    clock.advance(by: .seconds(9))
    _ = try await tokens.facts(about: Secret("opaque"))
    #expect(transport.exchanges.count == 2)
    clock.advance(by: .seconds(1))
    await #expect(throws: AccessTokenProblem.notActive) { try await tokens.facts(about: Secret("opaque")) }
    #expect(tokens.count == 0)
  }

  @Test func `Responses are cached from zero to one hour, and for fractions of a second`() async throws {
    var policy = IntrospectionPolicy(audience: [])
    for (asked, kept) in [(Duration.seconds(86_400), Duration.seconds(3_600)), (.seconds(-1), .zero)] {
      policy.keptFor = asked
      #expect(policy.keptFor == kept && IntrospectionPolicy(audience: [], keptFor: asked).keptFor == kept)
    }
    policy.limit = 0
    #expect(policy.limit == 1)
    let transport = ScriptedTransport(answer(), answer())
    let tokens = try tokens(transport) { $0.keptFor = .milliseconds(500) }
    for (pause, asked) in [(0, 1), (400, 1), (200, 2)] {
      clock.advance(by: .milliseconds(pause))
      _ = try await tokens.facts(about: Secret("opaque"))
      #expect(transport.exchanges.count == asked)
    }
  }

  @Test func `A clock that was set back doesn't extend the caching of a response`() async throws {
    let transport = ScriptedTransport(answer(), answer())
    let tokens = try tokens(transport)
    _ = try await tokens.facts(about: Secret("opaque"))
    clock.jump(by: .seconds(-100))
    _ = try await tokens.facts(about: Secret("opaque"))
    #expect(transport.exchanges.count == 2)
  }

  @Test func `Nothing is cached if the time is zero`() async throws {
    let transport = ScriptedTransport(answer(), answer())
    let tokens = try tokens(transport) { $0.keptFor = .zero }
    for _ in 0..<2 { _ = try await tokens.facts(about: Secret("opaque")) }
    #expect(transport.exchanges.count == 2 && tokens.count == 0)
  }

  @Test func `A hundred requests with one token cause one introspection`() async throws {
    let transport = GatedTransport(answer())
    let tokens = try tokens(transport)
    try await withThrowingTaskGroup(of: String?.self) { group in
      for _ in 0..<100 { group.addTask { try await tokens.facts(about: Secret("opaque")).subject } }
      await transport.firstRequest()
      transport.open()
      for try await subject in group { #expect(subject == "ada") }
    }
    #expect(transport.requests == 1)
  }

  @Test func `A cancelled caller doesn't cancel the introspection for the others`() async throws {
    let transport = GatedTransport(answer())
    let tokens = try tokens(transport)
    let first = Task { try await tokens.facts(about: Secret("opaque")) }
    await transport.firstRequest()
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    transport.open()
    #expect(try await tokens.facts(about: Secret("opaque")).subject == "ada")
    #expect(transport.requests == 1)
  }

  @Test func `The cache is bounded, and the newest responses stay`() async throws {
    let transport = GatedTransport(answer())
    transport.open()
    let tokens = try tokens(transport) { $0.limit = 16 }
    for number in 0..<200 {
      _ = try await tokens.facts(about: Secret("opaque-\(number)"))
      #expect(tokens.count <= 16)
    }
    _ = try await tokens.facts(about: Secret("opaque-199"))
    #expect(transport.requests == 200)
    _ = try await tokens.facts(about: Secret("opaque-0"))
    #expect(transport.requests == 201)
  }

  @Test func `An unlimited cache doesn't overflow`() async throws {
    let tokens = try tokens(ScriptedTransport(answer())) { $0.limit = .max }
    #expect(try await tokens.facts(about: Secret("opaque")).subject == "ada")
  }

  @Test func `JWTs go to one checker, everything else to the other`() async throws {
    struct Named: AccessTokenChecker {
      let name: String
      func facts(about token: Secret) async throws -> AccessTokenFacts { throw AccessTokenProblem.other(name) }
    }
    let tokens = MixedAccessTokens(signed: Named(name: "signed"), opaque: Named(name: "opaque"))
    await #expect(throws: AccessTokenProblem.other("signed")) { try await tokens.facts(about: TestResource().token()) }
    for text in ["opaque", "a.b.c", "a.b", ""] {
      await #expect(throws: AccessTokenProblem.other("opaque")) { try await tokens.facts(about: Secret(text)) }
    }
  }
}
