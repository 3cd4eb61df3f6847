import Evidence
import Foundation
import JOSE
import OAuthCore
import OAuthLookAlikes
import OAuthServer
import OAuthTestSupport
import Testing

/// The additions of fapi2-message-signing-final-test-plan: signed pushed requests, and signed
/// answers.
@Suite(.covers("JARM §2.1, server")) struct MessageSigningConformanceTests {
  static func server() throws -> TestServer {
    try TestServer(asking: [
      try RequestObjects.client {
        $0.followsFAPI2 = true
        $0.requiresSignedRequests = true
      }
    ])
  }

  // fapi2-message-signing-…-happy-flow, with JARM
  @Test(.covers("OP FAPI2 signing: happy flow with signed request and JARM"))
  func `A signed request is pushed and answered with a signed answer`() async throws {
    let test = try Self.server()
    let object = RequestObjects.request(try RequestObjects.signed(["response_mode": "jwt", "nonce": "n"]))
    let answer = await test.decide(TestServer.referring(try await test.reference(object)))
    let claims = try await test.signedAnswer(try answer.callback("response"))
    #expect(try answer.callback.pairs.map(\.name) == ["response"])
    #expect(claims["iss"] == .string(TestServer.issuer) && claims["aud"] == "web")
    #expect(claims["code"]?.string?.utf8.count == 40 && claims["state"] == "st4te-of-the-client")
  }

  // FAPI 2.0 Security Profile §5.4.1: never RS256, even if the server's first key is an RSA key.
  @Test func `A signed answer has an algorithm of FAPI 2.0, or the request is rejected`() async throws {
    for (others, algorithm) in [([OpenIDKeys.es256], "ES256"), ([], nil)]
      as [([Result<SigningKey, JSONWebKeyError>], String?)]
    {
      let keys = try SigningKeys(signing: OpenIDKeys.rs256.get(), alsoSigning: others.map { try $0.get() })
      let test = try TestServer(asking: [try RequestObjects.client { $0.followsFAPI2 = true }], keys: keys)
      let pushed = try await test.push(TestServer.webRequest(["response_mode": "jwt"]))
      guard let algorithm else {
        #expect(pushed.status == 400 && pushed.error == "invalid_request")
        continue
      }
      let reference = try #require(try pushed.members["request_uri"]?.string)
      let response = try await test.decide(TestServer.referring(reference)).callback("response")
      #expect(try JSONWebSignature(compact: response).header.algorithm == algorithm)
    }
  }

  // …-ensure-request-object-with-nbf-8-seconds-in-the-future-is-accepted,
  // …-with-multiple-aud-succeeds
  @Test(
    .covers("OP FAPI2 signing: aud as a list and nbf 8 s ahead"),
    arguments: [["nbf": 1_800_000_008], ["aud": ["https://other.example", "https://login.example"]]]
      as [[String: JSONValue?]])
  func `A small clock difference is tolerated, and aud may be a list with this server in it`(
    changes: [String: JSONValue?]
  ) async throws {
    let test = try Self.server()
    #expect(try await test.push(RequestObjects.request(try RequestObjects.signed(changes))).status == 201)
  }

  // …-ensure-request-object-without-exp-fails, …-without-nbf-fails, …-expired-…,
  // …-with-exp-over-60-fails, …-with-nbf-over-60-fails, …-with-bad-aud-fails, …-without-aud
  @Test(
    .covers(
      "OP FAPI2 signing: missing or wrong exp", "OP FAPI2 signing: missing or wrong nbf", "OP FAPI2 signing: wrong aud"),
    arguments: [
      ["exp": nil], ["nbf": nil], ["exp": 1_799_999_900, "nbf": 1_799_999_800], ["exp": 1_800_003_700],
      ["nbf": 1_799_996_300, "exp": 1_799_999_999], ["nbf": 1_799_996_000], ["aud": "https://other.example"],
      ["aud": nil],
      ["nbf": 1_800_000_100], ["aud": "https://login.example/par"],
    ] as [[String: JSONValue?]])
  func `An object with missing or wrong times, or another audience, is rejected`(
    changes: [String: JSONValue?]
  ) async throws {
    let answer = try await Self.server().push(RequestObjects.request(try RequestObjects.signed(changes)))
    #expect(answer.status == 400 && answer.error == "invalid_request_object")
  }

  // …-ensure-signed-request-object-with-RS256-fails,
  // …-ensure-request-object-signature-algorithm-is-not-none,
  // …-ensure-request-object-with-invalid-signature-fails,
  // …-ensure-matching-key-in-authorization-request
  @Test(
    .covers(
      "OP FAPI2 signing: RS256", "OP FAPI2 signing: none", "OP FAPI2 signing: bad signature",
      "OP FAPI2 signing: another client's key"))
  func `An object that is unsigned, badly signed, or signed with RS256 or another client's key is rejected`()
    async throws
  {
    let test = try Self.server()
    for object in [
      try RequestObjects.signed(by: RequestObjects.rsa), RequestObjects.unsigned(),
      try RequestObjects.signed() + "A", try RequestObjects.signed(by: RequestObjects.other),
    ] {
      #expect(try await test.push(RequestObjects.request(object)).error == "invalid_request_object")
    }
  }

  // …-ensure-unsigned-request-at-par-endpoint-fails
  @Test(.covers("OP FAPI2 signing: unsigned push")) func `A request without an object can't be pushed`() async throws {
    let answer = try await Self.server().push(TestServer.webRequest())
    #expect(answer.status == 400 && answer.error == "invalid_request")
  }

  // …-par-pushed-authorization-url-as-audience-in-request-object,
  // …-par-ensure-request-uri-in-request-object-fails
  @Test(.covers("OP FAPI2 signing: request_uri inside")) func `A request_uri inside or beside the object is rejected`()
    async throws
  {
    let test = try Self.server()
    let inside = try RequestObjects.signed(["request_uri": "urn:ietf:params:oauth:request_uri:x"])
    #expect(try await test.push(RequestObjects.request(inside)).error == "invalid_request_object")
    let beside = RequestObjects.request(try RequestObjects.signed(), ["request_uri": "urn:x"])
    #expect(try await test.push(beside).error == "invalid_request")
  }

  @Test func `Plain parameters beside a pushed object are ignored`() async throws {
    let test = try Self.server()
    let object = RequestObjects.request(
      try RequestObjects.signed(),
      ["state": "outside", "scope": "openid email", "redirect_uri": "https://evil.example/"])
    let answer = await test.decide(TestServer.referring(try await test.reference(object)))
    #expect(try answer.callback("state") == "st4te-of-the-client")
    let record = try await test.database.authorizationCode(SecretHash(ofToken: Secret(try answer.callback("code"))))
    #expect(try #require(record).scope == Scope(["openid", "profile"]))
  }
}
