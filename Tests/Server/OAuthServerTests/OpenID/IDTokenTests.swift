import Crypto
import Evidence
import Foundation
import JOSE
import OAuthCore
import OAuthServer
import OAuthTestSupport
import PKCE
import Testing

@Suite(.covers("OpenID Core §2, server")) struct IDTokenTests {
  // OpenID Connect Core §2, §3.1.3.6.
  @Test(
    .covers(
      "RFC 9700 §4.6", "OP basic: oidcc-server", "question: Is the token authorized party set correctly",
      "question: Is the 'azp' claim present for multiple audiences", "question: Is the token audience set",
      "question: Is the token issuer set", "question: Are all required required claims present",
      "question: Is the at_hash claim correct", "question: Is the at_hash claim present",
      "question: Is the ID token signed", "question: Are references to keys only in discovery and registration"),
    arguments: [("RS256", "rs-1"), ("ES256", "es-1")])
  func `An ID token names the user, the issuer, the client and the times`(algorithm: String, keyID: String) async throws
  {
    let test = try TestServer.openID(algorithm == "RS256" ? OpenIDKeys.rs256 : OpenIDKeys.es256)
    let code = try await test.code(["scope": "openid email", "nonce": "n-0S6_WzA2Mj"])
    test.clock.advance(by: .milliseconds(30_700))
    let answer = try TokenAnswer(await test.post("/token", TestServer.redemption(code)))
    let (header, claims) = try await test.idToken(answer)
    #expect(header.members == ["alg": .string(algorithm), "kid": .string(keyID)])
    // The time of the sign-in, not of the redemption.
    #expect(
      claims == [
        "iss": "https://login.example", "sub": "248289761001", "aud": "app", "exp": 1_800_003_630,
        "iat": 1_800_000_030, "auth_time": 1_800_000_000, "nonce": "n-0S6_WzA2Mj",
        "jti": .string(Base64URL.encode(SecretHash(ofToken: Secret(answer.access)).bytes)),
        "at_hash": .string(Base64URL.encode(Array(SHA256.hash(data: Data(answer.access.utf8)).prefix(16)))),
      ])
    #expect(answer.members["scope"] == "openid email")
  }

  @Test func `Without the scope openid there is no ID token, and without a nonce no nonce claim`() async throws {
    let test = try TestServer.openID()
    #expect(try await test.tokens(["scope": "profile"]).members["id_token"] == nil)
    #expect(try await test.tokens(["scope": nil]).members["id_token"] == nil)
    for nonce in [nil, ""] as [String?] {
      let answer = try await test.tokens(["scope": "openid", "nonce": nonce])
      #expect(try await test.idToken(answer).claims["nonce"] == nil)
      #expect(answer.members["refresh_token"] != nil)
    }
    #expect(try await TestServer().tokens(["nonce": "n"]).members["id_token"] == nil)
  }

  // Core §2: "The value is passed through unmodified from the Authentication Request to the ID
  // Token."
  @Test(
    .covers("question: Is the nonce present in the ID token"),
    arguments: [
      "a b+c%20&=", "ünï", "\"<>\\/", "line\r\nbreak\t", "\u{202E}x\u{0}\u{1F}", "🏴‍☠️", "e\u{301}", "\u{E9}", "null",
      "{\"sub\":\"0\"}",
    ])
  func `The nonce is returned byte for byte`(nonce: String) async throws {
    let test = try TestServer.openID(OpenIDKeys.es256)
    let answer = try await test.tokens(["scope": "openid", "nonce": nonce])
    let told = try #require(try await test.idToken(answer).claims["nonce"]?.string)
    #expect(Array(told.utf8) == Array(nonce.utf8))
  }

  // Other servers issue JWTs without `jti`, so that two tokens of one second are equal, or with
  // `aud: []`.
  @Test func `Two ID tokens of one second differ`() async throws {
    let test = try TestServer.openID(OpenIDKeys.rs256)
    let first = try await test.tokens(["scope": "openid"])
    let second = try await test.tokens(["scope": "openid"])
    #expect(first.members["id_token"] != second.members["id_token"])
    #expect(try await test.idToken(first).claims["aud"] == "app")
  }

  @Test func `The lifetime is the configured one`() async throws {
    let test = try TestServer.openID(lifetimes: TokenLifetimes(accessToken: .seconds(5), idToken: .seconds(90)))
    let claims = try await test.idToken(try await test.tokens(["scope": "openid"])).claims
    #expect(claims["iat"] == 1_800_000_000 && claims["exp"] == 1_800_000_090)
  }

  // Core §12.2.
  @Test func `A refresh returns a new ID token for the same sign-in, without its nonce`() async throws {
    let test = try TestServer.openID()
    var answer = try await test.tokens(["scope": "openid profile", "nonce": "n"])
    let first = try await test.idToken(answer).claims
    for round in 1...3 as ClosedRange<Int64> {
      test.clock.advance(by: .seconds(86_400))
      answer = try TokenAnswer(await test.post("/token", TestServer.refreshment(try #require(answer.refresh))))
      let claims = try await test.idToken(answer).claims
      for name in ["iss", "sub", "aud", "auth_time"] { #expect(claims[name] == first[name], "\(name)") }
      #expect(claims["auth_time"] == 1_800_000_000)
      #expect(claims["iat"] == .integer(1_800_000_000 + round * 86_400))
      #expect(claims["nonce"] == nil)
      #expect(claims["at_hash"] != first["at_hash"])
    }
  }

  @Test func `A refresh without openid returns no ID token, and the next one can return one again`() async throws {
    let test = try TestServer.openID()
    let first = try await test.tokens(["scope": "openid profile"])
    let narrow = try TokenAnswer(
      await test.post("/token", TestServer.refreshment(try #require(first.refresh), ["scope": "profile"])))
    #expect(narrow.members["id_token"] == nil)
    let whole = try TokenAnswer(await test.post("/token", TestServer.refreshment(try #require(narrow.refresh))))
    #expect(try await test.idToken(whole).claims["auth_time"] == 1_800_000_000)
    let wide = try await test.tokens(["scope": "profile"])
    let asked = await test.post("/token", TestServer.refreshment(try #require(wide.refresh), ["scope": "openid"]))
    #expect(asked.error == "invalid_scope")
  }

  @Test func `Within the leeway a spent refresh token gets an ID token too`() async throws {
    let test = try TestServer.openID(lifetimes: TokenLifetimes(refreshTokenLeeway: .seconds(10)))
    let first = try await test.tokens(["scope": "openid"])
    for _ in 1...2 {
      let again = try TokenAnswer(await test.post("/token", TestServer.refreshment(try #require(first.refresh))))
      #expect(try await test.idToken(again).claims["sub"] == "248289761001")
      test.clock.advance(by: .seconds(5))
    }
  }

  // Redeeming must be atomic. One well-known server answered 12 simultaneous uses of one code with
  // 12 live token sets.
  @Test func `One of many simultaneous redemptions of one code gets an ID token`() async throws {
    let test = try TestServer.openID(OpenIDKeys.es256)
    let code = try await test.code(["scope": "openid", "nonce": "n"])
    let answers = await withTaskGroup(of: HTTPAnswer.self) { group in
      for _ in 0..<12 { group.addTask { await test.post("/token", TestServer.redemption(code)) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers.count { $0.text.contains("id_token") } == 1)
    #expect(answers.count { $0.error == "invalid_grant" } == 11)
  }

  @Test func `A rejected redemption gets no ID token`() async throws {
    let test = try TestServer.openID(OpenIDKeys.es256)
    let code = try await test.code(["scope": "openid", "nonce": "n"])
    let form = TestServer.redemption
    for changes in [["client_id": "once"], ["code_verifier": nil], ["redirect_uri": TestServer.loopback]] as [Changes] {
      let answer = await test.post("/token", form(code, changes))
      #expect(answer.error == "invalid_grant" && !answer.text.contains("id_token"))
    }
    test.clock.advance(by: .seconds(60))
    let late = await test.post("/token", form(code, [:]))
    #expect(late.error == "invalid_grant" && !late.text.contains("id_token"))
  }
}
