import Crypto
import Evidence
import Foundation
import OAuthCore
import OAuthServer
import PKCE
import Testing

// Other servers check PKCE only at the token endpoint, and issue a code without a challenge. Some
// accept `plain`, or drop a challenge without an error, which allows a downgrade.
@Suite("PKCE at the authorization endpoint", .covers("RFC 7636 §4.3, server", "RFC 9700 §2.1, server"))
struct ProofKeyTests {
  static let plain = "0123456789-0123456789-0123456789-0123456789"

  @Test(
    "accepts the challenge of RFC 7636 appendix B, and its verifier later",
    .covers(
      "question: Does the server support RFC7636 (PKCE)", "question: Does the server support hashed PKCE",
      "question: Is PKCE implemented"))
  func vector() async throws {
    let answer = try await TestServer().tokens()
    #expect(answer.members["token_type"] == "Bearer")
  }

  @Test(
    "is required of public clients, and of confidential ones unless exempted (RFC 9700 section 2.1.1)",
    .covers("RFC 10017 §6.3.2.1, server", "question: Does the server require PKCE"), arguments: ["app", "web", "once"])
  func required(client: String) async throws {
    let test = try TestServer()
    let request = TestServer.authorization([
      "client_id": client, "code_challenge": nil, "code_challenge_method": nil,
    ])
    let answer = await test.get("/authorize", request)
    #expect(try answer.callbackError() == "invalid_request")
    let description = try answer.callback("error_description")
    #expect(description.contains("code_challenge is missing"))
    #expect(description.contains("code_challenge_method=S256"))
    #expect(try await test.decide(request).callbackError() == "invalid_request")
  }

  @Test(
    "rejects everything except a challenge of a supported method (RFC 7636 section 4.4.1)",
    .covers(
      "RFC 9700 §4.8", "question: Does the server support plain PKCE", "question: Is plain PKCE disabled",
      "CVE-2026-67336"),
    arguments: [
      ["code_challenge_method": "plain", "code_challenge": plain], ["code_challenge_method": nil],
      ["code_challenge_method": "s256"], ["code_challenge_method": "S512"], ["code_challenge_method": "S256 plain"],
      ["code_challenge_method": "plain"], ["code_challenge": nil], ["code_challenge": "short"],
      ["code_challenge": Vector.challenge + "="], ["code_challenge": String(Vector.challenge.dropLast())],
      ["code_challenge": Vector.challenge + "A"], ["code_challenge": String(repeating: "!", count: 43)],
      ["code_challenge": String(repeating: "A", count: 5_000)],
    ] as [Changes])
  func refused(changes: Changes) async throws {
    let test = try TestServer()
    for client in ["app", "old"] {
      let request = TestServer.authorization(changes.merging(["client_id": client]) { $1 })
      #expect(try await test.get("/authorize", request).callbackError() == "invalid_request")
      #expect(try await test.decide(request).callbackError() == "invalid_request")
    }
  }

  @Test("gives the reason in the words of RFC 7636 section 4.4.1")
  func wording() async throws {
    let request = TestServer.authorization(["code_challenge_method": nil])
    let answer = try await TestServer().get("/authorize", request)
    #expect(try answer.callback("error_description").hasPrefix("transform algorithm not supported"))
  }

  @Test(
    "accepts plain and the missing method that means plain, if plain is allowed (RFC 7636 section 4.3)",
    .covers("question: Does the server support plain PKCE"))
  func plainAllowed() async throws {
    let test = try TestServer(codeChallenges: .s256AndPlainDespiteExposedVerifier)
    for method in ["plain", nil] {
      let code = try await test.code(["code_challenge": Self.plain, "code_challenge_method": method])
      let wrong = await test.post("/token", TestServer.redemption(code))
      #expect(wrong.error == "invalid_grant")
      _ = try TokenAnswer(await test.post("/token", TestServer.redemption(code, ["code_verifier": Self.plain])))
    }
    _ = try await test.tokens()
  }

  @Test(
    "binds the method, so a verifier that equals an S256 challenge is rejected",
    .covers("question: Is Plain PKCE downgrade detected"))
  func noConfusion() async throws {
    let test = try TestServer(codeChallenges: .s256AndPlainDespiteExposedVerifier)
    let code = try await test.code()
    let answer = await test.post("/token", TestServer.redemption(code, ["code_verifier": Vector.challenge]))
    #expect(answer.error == "invalid_grant")
  }

  // RFC 7636 §4.1: 43 to 128 characters of a small alphabet.
  @Test(
    .covers("question: Are insecure code verifiers rejected", "CVE-2026-41213"),
    arguments: [
      "a", String(repeating: "a", count: 42), String(repeating: "a", count: 129),
      String(repeating: "a", count: 42) + "+",
      String(repeating: "a", count: 42) + "ü",
    ])
  func `rejects a verifier of a wrong length or alphabet, even if it fits its challenge`(
    verifier: String
  ) async throws {
    let test = try TestServer()
    let challenge = Base64URL.encode(Array(SHA256.hash(data: Data(verifier.utf8))))
    let code = try await test.code(["code_challenge": challenge])
    let answer = await test.post("/token", TestServer.redemption(code, ["code_verifier": verifier]))
    #expect(answer.error == "invalid_grant")
  }
}
