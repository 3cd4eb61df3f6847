import Evidence
import HTTPTypes
import JOSE
import OAuth
import OAuthCore
import OAuthResourceServer
import OAuthTestSupport
import Testing

/// RFC 9068 §4, with keys that are fetched.
@Suite(.covers("RFC 9068 §2")) struct JWTAccessTokensTests {
  private let resource: TestResource

  init() throws {
    resource = try TestResource()
  }

  private func jwks(_ keys: SigningKey...) -> HTTPAnswer {
    .json(["keys": .array(keys.compactMap { $0.verificationKey.publicJWK })])
  }

  private func tokens(_ transport: any HTTPTransport) throws -> JWTAccessTokens {
    JWTAccessTokens(
      JWTAccessTokenPolicy(issuer: try Issuer("https://as.example"), audience: [TestResource.identifier]),
      keys: RemoteKeySet(try Endpoint("https://as.example/jwks"), through: transport, clock: resource.clock.wallClock),
      clock: resource.clock.wallClock)
  }

  @Test(
    .covers("RFC 9700 §4.9.1", "CVE-2025-62610"),
    arguments: [
      ["iss": "https://evil.example"], ["aud": "https://other.example"], ["exp": .integer(TestResource.now - 31)],
      ["nbf": .integer(TestResource.now + 31)], ["sub": nil], ["client_id": nil], ["jti": nil], ["cnf": "x"],
    ] as [[String: JSONValue?]])
  func `A token with a wrong claim is rejected`(_ change: [String: JSONValue?]) async throws {
    let tokens = try tokens(ScriptedTransport(jwks(resource.issuerKey)))
    let error = await #expect(throws: AccessTokenProblem.self) {
      try await tokens.facts(about: resource.token(change))
    }
    guard case .notAccepted(.claims) = error else { throw try #require(error) }
  }

  @Test func `An ID token isn't an access token`() async throws {
    let idToken = try resource.issuerKey.sign(["iss": "https://as.example"], type: "JWT")
    let tokens = try tokens(ScriptedTransport(jwks(resource.issuerKey)))
    await #expect(throws: AccessTokenProblem.notAccepted(.notVerified(.wrongType(UntrustedText("JWT"))))) {
      try await tokens.facts(about: idToken)
    }
  }

  @Test func `Keys are fetched once, and again for a new kid, but not for each`() async throws {
    let next = try SigningKey.generate(.es256, keyID: "k2")
    let both = jwks(resource.issuerKey, next)
    let transport = ScriptedTransport(jwks(resource.issuerKey), both, both)
    let tokens = try tokens(transport)
    for _ in 0..<3 { _ = try await tokens.facts(about: resource.token()) }
    #expect(transport.exchanges.count == 1)
    let claims = try JSONWebSignature(compact: resource.token().reveal()).unverifiedPayload
    let rotated = try next.sign(try #require(try JSONValue(bytes: claims).object), type: "at+jwt")
    #expect(try await tokens.facts(about: rotated).subject == "ada")
    let unknown = try SigningKey.generate(.es256, keyID: "k3").sign(["iss": "x"], type: "at+jwt")
    for _ in 0..<3 { await #expect(throws: AccessTokenProblem.self) { try await tokens.facts(about: unknown) } }
    #expect(transport.exchanges.count == 3)
  }

  @Test func `A server that returns no keys doesn't make the token invalid`() async throws {
    let tokens = try tokens(ScriptedTransport(.text("", status: .internalServerError)))
    await #expect(throws: RemoteKeySetError.self) { try await tokens.facts(about: resource.token()) }
  }
}
