import Crypto
import Evidence
import Foundation
import OAuthCore
import OAuthServer
import PKCE
import Testing

/// Common mistakes of clients with PKCE: the error description names each.
@Suite(.covers("RFC 7636")) struct ProofKeyMistakeTests {
  /// Challenges that clients compute or send by mistake, with words of the description.
  private static let challenges: [(challenge: String, words: String)] = [
    (hexadecimal, "hexadecimal digits"), (hexadecimal.uppercased(), "hexadecimal digits"),
    (Base64URL.encode(hexadecimal.utf8), "text of a digest in hexadecimal"),
    (Data(hexadecimal.utf8).base64EncodedString(), "text of a digest in hexadecimal"),
    (Vector.challenge + "=", "padding"), (Vector.challenge.replacing("-", with: "+"), "Plain base64"),
    (String(repeating: "a", count: 42) + "~", "looks like the code verifier"),
    (String(repeating: "a.", count: 32), "looks like the code verifier"),
    (String(repeating: "a", count: 86), "code verifier itself"),
    (Base64URL.encode(Array(SHA512.hash(data: Data(Vector.verifier.utf8)))), "SHA-512"),
    (Base64URL.encode(Array(SHA384.hash(data: Data(Vector.verifier.utf8)))), "SHA-384"),
    (Base64URL.encode(Array(Insecure.SHA1.hash(data: Data(Vector.verifier.utf8)))), "SHA-1"),
    (Vector.challenge + "\n", "line break"), ("short", "5 characters instead of 43"),
  ]

  private static let hexadecimal = SHA256.hash(data: Data(Vector.verifier.utf8))
    .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()

  /// Pairs that don't match, with words of the description.
  private static let pairs: [(challenge: String, verifier: String, words: String)] = [
    (s256(Array("\(Vector.verifier)\n".utf8)), Vector.verifier, "line break"),
    (s256(Array("\(Vector.verifier)\r\n".utf8)), Vector.verifier, "line break"),
    (s256((try? Base64URL.decode(Vector.verifier)) ?? []), Vector.verifier, "decoded"),
    (s256(Vector.verifier.utf8.flatMap { [$0, 0] }), Vector.verifier, "UTF-16"),
    (Vector.verifier, Vector.verifier, "the same text"), (Vector.verifier, Vector.challenge, "swapped"),
    (Vector.challenge, Vector.verifier + "A", "does not meet the code_challenge"),
    (Vector.challenge, "short", "5 characters"), (Vector.challenge, Vector.verifier + "+", "position 43"),
  ]

  private static func s256(_ bytes: [UInt8]) -> String { Base64URL.encode(Array(SHA256.hash(data: Data(bytes)))) }

  /// Checks that a description can be sent (RFC 6749 §5.2) and wasn't cut.
  private static func check(_ description: String, _ words: String, without secret: String) {
    #expect(description.contains(words), "\(description)")
    #expect(description.utf8.allSatisfy { (0x20...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C }, "\(description)")
    #expect(description.unicodeScalars.count < UntrustedText.maximumCharacters, "\(description)")
    #expect(secret.count < 20 || !description.contains(secret.prefix(20)))
  }

  @Test(arguments: challenges)
  func `The authorization endpoint names the mistake in a challenge`(challenge: String, words: String) async throws {
    let request = TestServer.authorization(["code_challenge": challenge])
    let answer = try await TestServer().get("/authorize", request)
    #expect(try answer.callbackError() == "invalid_request")
    Self.check(try answer.callback("error_description"), words, without: challenge)
  }

  @Test(arguments: pairs)
  func `The token endpoint names the mistake in a verifier`(
    challenge: String, verifier: String, words: String
  ) async throws {
    let test = try TestServer()
    let code = try await test.code(["code_challenge": challenge])
    let answer = await test.post("/token", TestServer.redemption(code, ["code_verifier": verifier]))
    #expect(answer.error == "invalid_grant")
    Self.check(try #require(answer.members["error_description"]?.string), words, without: verifier)
  }

  @Test func `The token endpoint says that a missing method meant plain`() async throws {
    let test = try TestServer(codeChallenges: .s256AndPlainDespiteExposedVerifier)
    let code = try await test.code(["code_challenge_method": nil])
    let answer = await test.post("/token", TestServer.redemption(code))
    #expect(answer.error == "invalid_grant")
    Self.check(
      try #require(answer.members["error_description"]?.string), "code_challenge_method=S256",
      without: Vector.verifier)
  }
}
