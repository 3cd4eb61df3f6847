import Evidence
import Foundation
import HTTPTypes
import JOSE
import OAuthCore
import OAuthLookAlikes
import OAuthServer
import OAuthTestSupport
import PKCE
import Testing

@Suite(.covers("OpenID Core §2, server", "OpenID Core §3.1.2.1, server")) struct OpenIDHostileTests {
  /// Returns a text that is hard to parse. It is never empty, because an empty parameter counts as
  /// absent.
  static func text(_ random: SeededRandomSource) -> String {
    let text = HostileRequestTests.text(random)
    return text.isEmpty ? "-" : text
  }

  // Many sign-ins whose codes are redeemed in another order, each with its own verifier.
  @Test(.covers("RFC 9700 §4.5.3"), arguments: 1...6 as ClosedRange<UInt64>)
  func `Every ID token has the nonce of its own request, byte for byte`(seed: UInt64)
    async throws
  {
    let random = SeededRandomSource(seed: seed)
    let test = try TestServer.openID(OpenIDKeys.es256, random: SeededRandomSource(seed: seed + 100))
    var waiting: [(code: String, verifier: CodeVerifier, nonce: String, approved: Int64)] = []
    for round in 0..<40 as Range<Int64> {
      let nonce = Self.text(random) + "\(round)"
      let verifier = CodeVerifier.random(from: random)
      let request = OpenIDRequestTests.request([
        "nonce": nonce, "code_challenge": CodeChallenge(s256: verifier).value,
      ])
      waiting.append((try await test.decide(request).callback("code"), verifier, nonce, 1_800_000_000 + round))
      test.clock.advance(by: .seconds(1))
    }
    while !waiting.isEmpty {
      let next = waiting.remove(at: random.below(waiting.count))
      let form = TestServer.redemption(next.code, ["code_verifier": next.verifier.reveal()])
      let claims = try await test.idToken(TokenAnswer(await test.post("/token", form))).claims
      #expect(claims["nonce"]?.string.map { Array($0.utf8) } == Array(next.nonce.utf8))
      #expect(claims["auth_time"] == .integer(next.approved))
    }
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `Hostile authentication requests get a page or a specified error, never a 5xx`(seed: UInt64)
    async throws
  {
    let random = SeededRandomSource(seed: seed)
    let test = try TestServer.openID(OpenIDKeys.es256)
    let hint = try #require(try await test.tokens(["scope": "openid"]).members["id_token"]?.string)
    let names = [
      "nonce", "max_age", "prompt", "id_token_hint", "login_hint", "claims", "display", "ui_locales", "acr_values",
      "request", "request_uri", "registration", "scope",
    ]
    for _ in 0..<200 {
      var changes: Changes = [:]
      for _ in 0...random.below(3) {
        changes[random.one(of: names)] = random.one(of: [Self.text(random), "none", "0", "openid", hint, hint + "="])
      }
      let request = OpenIDRequestTests.request(changes)
      for answer in [await test.get("/authorize", request), await test.decide(request)] {
        #expect([200, 303].contains(answer.status))
        guard let location = answer.field("Location") else { continue }
        #expect(location.hasPrefix(TestServer.redirect + "?"))
        if let code = try answer.callback.single("code") {
          let redeemed = await test.post("/token", TestServer.redemption(code))
          #expect(redeemed.status == 200)
          if let token = try redeemed.members["id_token"]?.string {
            _ = try JSONWebSignature(compact: token).verified(by: try await test.keySet(), allowing: [.es256])
          }
        }
      }
    }
  }

  // Other programs print tokens, codes, verifiers and request URLs.
  @Test func `Neither log nor records show a nonce, an ID token, a hint or a key`() async throws {
    let test = try TestServer.openID(OpenIDKeys.es256)
    let nonce = "nonce-that-nobody-may-read"
    let code = try await test.code(["scope": "openid email", "nonce": nonce])
    let record = try #require(try await test.database.authorizationCode(SecretHash(ofToken: Secret(code))))
    let first = try TokenAnswer(await test.post("/token", TestServer.redemption(code)))
    let second = try TokenAnswer(await test.post("/token", TestServer.refreshment(try #require(first.refresh))))
    let tokens = try [first, second].map { try #require($0.members["id_token"]?.string) }
    for hint in [tokens[0], tokens[0] + "x", nonce] {
      let request = OpenIDRequestTests.request(["id_token_hint": hint, "nonce": nonce])
      _ = await test.get("/authorize", request)
      _ = await test.decide(request)
    }
    for changes in [["prompt": "none"], ["max_age": "x"], ["request": tokens[0]]] as [Changes] {
      _ = await test.get("/authorize", OpenIDRequestTests.request(changes.merging(["nonce": nonce]) { $1 }))
    }
    _ = await test.get("/jwks")
    _ = await test.post("/token", TestServer.redemption(code))
    var shown = test.log.records.joined(separator: "\n") + "\(record)"
    dump(record, to: &shown)
    let key = try JSONValue(bytes: Array(OpenIDKeys.es256.get().privateJWK().reveal().utf8))
    #expect(test.log.records.count > 8 && record.nonce == Secret(nonce))
    for secret in tokens + [nonce, try #require(key.object?["d"]?.string), first.access] {
      #expect(!shown.contains(secret))
    }
  }

  // RFC 7517 §9.2: a parameter of the request must never reveal a private key.
  @Test(.covers("RFC 7517 §9.2, server")) func `The key set is the same whatever the request contains`() async throws {
    let test = try TestServer.openID(OpenIDKeys.es256)
    let right = await test.get("/jwks").body
    for query in ["?kid=rs-1", "?private=true", "?%zz", "?" + String(repeating: "a", count: 9_000)] {
      #expect(await test.get("/jwks" + query).body == right)
    }
    #expect(!String(decoding: right, as: UTF8.self).contains("\"d\""))
  }
}
