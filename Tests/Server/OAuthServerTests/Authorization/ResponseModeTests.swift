import Evidence
import Foundation
import HTTPTypes
import JOSE
import OAuth
import OAuthCore
import OAuthServer
import OAuthTestSupport
import Testing

@Suite(.covers("Multiple Response Types §2.1, server", "Form Post §2, server", "JARM §2.1, server"))
struct ResponseModeTests {
  /// Passes a check the answers of one mode: a code, and an error from each place where errors are
  /// made.
  static func eachAnswer(
    _ test: TestServer, _ mode: String, _ check: (HTTPAnswer, _ error: String?) async throws -> Void
  ) async throws {
    let granted = TestServer.authorization(["response_mode": mode])
    let wrong = TestServer.authorization(["response_mode": mode, "response_type": "token"])
    try await check(await test.decide(granted), nil)
    try await check(await test.decide(granted, ["decision": "deny"]), "access_denied")
    try await check(await test.get("/authorize", wrong), "unsupported_response_type")
    try await check(await test.decide(wrong), "unsupported_response_type")
  }

  // OAuth 2.0 Multiple Response Types §2.1. Other servers leave `iss` out of error answers (RFC
  // 9207 §2).
  @Test func `fragment puts code and errors into the fragment, and nothing into the query`() async throws {
    let test = try TestServer()
    try await Self.eachAnswer(test, "fragment") { answer, expected in
      let parts = try #require(answer.field("Location")).split(separator: "#", omittingEmptySubsequences: false)
      #expect(answer.status == 303 && parts.count == 2 && parts[0] == TestServer.redirect)
      try Self.check(FormParameters(decoding: parts[1]), expected)
    }
  }

  // Form Post Response Mode §2.
  @Test func `form_post puts code and errors into a form for the redirect URI`() async throws {
    let test = try TestServer()
    try await Self.eachAnswer(test, "form_post") { answer, expected in
      let page = try answer.formPost(of: test)
      #expect(page.action == TestServer.redirect && page.clientName == "Example App")
      try Self.check(page.parameters, expected)
    }
  }

  @Test func `A page that posts an answer isn't cached or framed, and posts only over https`()
    async throws
  {
    let test = try TestServer()
    let answer = await test.decide(TestServer.authorization(["response_mode": "form_post"]))
    let policy = try PageFieldsTests.policy(answer)
    #expect(policy["form-action"] == "https:")
    #expect(policy["default-src"] == "'none'" && policy["frame-ancestors"] == "'none'")
    let script = try #require(policy["script-src"])
    #expect(script.hasPrefix("'sha256-") && !script.contains(" "))
    #expect(answer.field("Cache-Control") == "no-store" && answer.field("Location") == nil)
  }

  @Test(arguments: ["form_post", "form_post.jwt"])
  func `form_post is rejected for an app's redirect URI, which can't receive a form`(mode: String) async throws {
    let test = try TestServer.openID(OpenIDKeys.es256)
    let request = TestServer.authorization(["redirect_uri": "com.example.app:/callback", "response_mode": mode])
    let answer = await test.get("/authorize", request)
    #expect(answer.status == 400 && answer.field("Location") == nil)
  }

  @Test(.covers("RFC 10017 §6.3.3.3, server")) func `Every announced mode works, and no other mode does`() async throws
  {
    for test in [try TestServer(), try TestServer.openID(OpenIDKeys.es256)] {
      let announced = try #require(
        try await test.get("/.well-known/openid-configuration").members["response_modes_supported"]?.strings)
      for mode in ResponseMode.allCases.map(\.rawValue) + ["web_message", "QUERY", "query "] {
        let answer = await test.get("/authorize", TestServer.authorization(["response_mode": mode]))
        #expect(answer.status == (announced.contains(mode) ? 200 : 400), "\(mode)")
      }
    }
  }

  // JARM §2.1 and §2.3.
  @Test(
    arguments: [("jwt", "?"), ("query.jwt", "?"), ("fragment.jwt", "#"), ("form_post.jwt", "-")]
      as [(String, Character)])
  func `A signed answer is one parameter with iss, aud and a short lifetime`(
    mode: String, separator: Character
  ) async throws {
    let test = try TestServer.openID(OpenIDKeys.es256)
    try await Self.eachAnswer(test, mode) { answer, expected in
      let parameters: FormParameters
      if mode == "form_post.jwt" {
        parameters = try answer.formPost(of: test).parameters
      } else {
        let parts = try #require(answer.field("Location")).split(separator: separator, maxSplits: 1)
        #expect(parts.first.map(String.init) == TestServer.redirect)
        parameters = try FormParameters(decoding: try #require(parts.last))
      }
      #expect(parameters.pairs.map(\.name) == ["response"])
      let claims = try await test.signedAnswer(try #require(try parameters.single("response")))
      #expect(claims["iss"] == .string(TestServer.issuer) && claims["aud"] == "app")
      guard case .integer(let end)? = claims["exp"] else { throw AuthorizationRequestTests.Unexpected() }
      #expect((1...600).contains(end - 1_800_000_000))
      #expect(claims["state"] == "st4te-of-the-client")
      #expect(claims["error"]?.string == expected)
      #expect((claims["code"] == nil) == (expected != nil))
    }
  }

  // Pixy's own client checks `state` and `iss` in the answers of every mode.
  @Test(arguments: [ResponseMode.jwt, .queryJWT, .fragmentJWT, .formPostJWT, .query, .fragment, .formPost])
  func `Pixy's own client completes a sign-in in every mode`(mode: ResponseMode) async throws {
    let test = try TestServer.openID(OpenIDKeys.es256)
    let transport = InProcessTransport(test.server)
    let metadata = try await AuthorizationServerMetadata.discover(test.server.issuer, through: transport)
    let client = OAuthClient(
      id: "app", server: metadata, transport: transport, clock: test.clock.wallClock, logger: test.log.logger())
    var request = AuthorizationRequest(redirectURI: try RedirectURI(TestServer.redirect), scope: try Scope(["profile"]))
    request.responseMode = mode
    let attempt = try await client.begin(request)
    let asked = try #require(attempt.url.split(separator: "?", maxSplits: 1).last)
    let answer = await test.decide(try FormParameters(decoding: asked))
    let callback =
      if let location = answer.field("Location") { try AuthorizationCallback(url: location) } else {
        try AuthorizationCallback(formBody: Array(try answer.formPost(of: test).parameters.formEncoded().utf8))
      }
    let code = try attempt.receive(callback)
    #expect(try await client.exchange(code).scope == Scope(["profile"]))
  }

  @Test func `A client whose registered algorithm has no key gets no answer in a weaker mode`() async throws {
    var settings = ClientSettings()
    settings.authorizationResponseAlgorithm = .ps256
    let client = RegisteredClient(
      id: "app", name: "App", redirectURIs: [try RedirectURI(TestServer.redirect)], scope: try Scope(["profile"]),
      settings: settings)
    let test = try TestServer(
      clients: InMemoryClientStore([client]), signingKeys: SigningKeys(signing: OpenIDKeys.es256.get()))
    let answer = await test.get("/authorize", TestServer.authorization(["response_mode": "jwt"]))
    #expect(answer.status == 400 && answer.field("Location") == nil)
  }

  private static func check(_ parameters: FormParameters, _ expected: String?) throws {
    #expect(try parameters.single("state") == "st4te-of-the-client")
    #expect(try parameters.single("iss") == TestServer.issuer)
    #expect(try parameters.single("error") == expected)
    #expect(try parameters.single("code")?.utf8.count == (expected == nil ? 40 : nil))
  }
}
