import Evidence
import JOSE
import OAuthCore
import OpenIDConnect
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite(.covers("RFC 7519 §4.1", "OpenID Core §2")) struct IDTokenTests {
  @Test func `A valid token has its claims as typed values`() throws {
    let token = try Fixture.check(
      Fixture.claims([
        "auth_time": 1_799_999_000, "acr": "urn:mace:incommon:iap:silver", "amr": ["pwd", "otp"], "azp": "app",
        "sid": "08a5019c", "name": "Ada", "email_verified": "true", "unknown": ["x": 1],
      ]))
    #expect(token.issuer == Fixture.issuer && token.subject == "248289761001" && token.audience == ["app"])
    #expect(token.expiresAt == Fixture.now + 600 && token.issuedAt == Fixture.now)
    #expect(token.authenticationTime == Fixture.now - 1000)
    #expect(token.authenticationContext == "urn:mace:incommon:iap:silver")
    #expect(token.authenticationMethods == ["pwd", "otp"])
    #expect(token.authorizedParty == "app" && token.sessionID == "08a5019c" && token.algorithm == .es256)
    #expect(token.standardClaims.name == "Ada" && token.standardClaims.isEmailVerified == true)
    #expect(token.claims["unknown"] == ["x": 1])
  }

  // A claim of another type leaves the application's own limits.
  @Test(
    .covers("Enterprise Extensions §2.1"),
    arguments: [
      (.integer(1_800_003_600), 3_600), (.integer(1_799_999_000), -1_000), ("1800003600", nil), (true, nil),
      (.integer(-1), nil), (.integer(.max), nil), (.null, nil),
    ] as [(JSONValue, Double?)])
  func `session_expiry is the end of sessions that begin with the token`(_ value: JSONValue, _ end: Double?) throws {
    let token = try Fixture.check(Fixture.claims(["session_expiry": value]))
    #expect(token.sessionExpiresAt == end.map { Fixture.now + $0 })
    #expect(try IDToken(stored: token.compact).sessionExpiresAt == token.sessionExpiresAt)
  }

  @Test(
    .covers(
      "rfc8725bis §3.8",
      "RP basic: oidcc-client-test-invalid-iss", "RP FAPI2: test-invalid-iss", "CVE-2024-53861", "CVE-2024-47807"),
    arguments: ["https://as.example/", "https://AS.example", "https://evil.example", "as.example", ""])
  func `Another issuer is rejected, even if it differs in a single character`(issuer: String) {
    let failure = Fixture.failure(Fixture.claims(["iss": .string(issuer)]))
    #expect(failure == .claims(issuer.isEmpty ? .malformed("iss") : .wrongIssuer(UntrustedText(issuer))))
  }

  @Test(
    .covers(
      "RP basic: oidcc-client-test-missing-sub", "RP basic: oidcc-client-test-missing-iat",
      "RP FAPI2: test-missing-iss", "RP FAPI2: test-missing-aud", "RP FAPI2: test-missing-exp",
      "RP FAPI2: test-invalid-missing-nonce"), arguments: ["iss", "sub", "aud", "exp", "iat", "nonce"])
  func `A token whose required claim is missing or null is rejected`(name: String) {
    #expect(Fixture.failure(Fixture.claims([name: nil])) == .claims(.missing(name)))
    #expect(Fixture.failure(Fixture.claims([name: .some(.null)])) == .claims(.missing(name)))
  }

  private static let wrong: [JSONValue] = [true, [1, "x"], ["a": "b"], [["x"]]]

  @Test(.covers("CVE-2026-25537"), arguments: ["iss", "sub", "aud", "exp", "iat", "nbf", "nonce", "azp"])
  func `A claim of another type is rejected, never ignored`(name: String) {
    for value in Self.wrong + (["exp", "iat", "nbf"].contains(name) ? ["1800000000"] : [7]) {
      #expect(Fixture.failure(Fixture.claims([name: value])) == .claims(.malformed(name)), "\(value)")
    }
  }

  @Test(.covers("CVE-2025-30144")) func `A list of issuers is rejected, even with the right one in it`() {
    for other in ["https://evil.example", Fixture.issuer] {
      let claims = Fixture.claims(["iss": [.string(other), .string(Fixture.issuer)]])
      #expect(Fixture.failure(claims) == .claims(.malformed("iss")))
    }
  }

  // Parsers that ignore the case of names, or cut them at a zero, read other claims than their peers.
  @Test(.covers("CVE-2026-27896", "GHSA-q382-vc8q-7jhj"), arguments: ["iss", "sub", "aud", "exp", "iat"])
  func `A claim whose name is spelt in another way is another claim`(name: String) throws {
    let value = try #require(Fixture.claims()[name])
    for other in [name.uppercased(), name + "\u{0}", name + " ", "\u{FEFF}" + name] {
      #expect(Fixture.failure(Fixture.claims([name: nil, other: value])) == .claims(.missing(name)), "\(other)")
    }
  }

  @Test func `A claim that the request asked for, or that is required, is rejected if it has another type`() {
    var expectations = IDTokenExpectations(nonce: Fixture.nonce)
    expectations.maximumAge = .seconds(60)
    expectations.authenticationContexts = ["silver"]
    expectations.accessToken = Secret("at-1")
    expectations.requiredHashes = [.accessToken]
    let good: [String: JSONValue?] = ["auth_time": .integer(1_800_000_000), "acr": "silver"]
    for (name, value) in [("auth_time", "1800000000"), ("acr", 1), ("acr", ["silver"]), ("at_hash", 7)]
      as [(String, JSONValue)]
    {
      let claims = Fixture.claims(good.merging([name: value]) { $1 })
      #expect(Fixture.failure(claims, expecting: expectations) == .claims(.malformed(name)), "\(name)")
    }
  }

  @Test(
    .covers("ORCID, CILogon, ADFS: claims of other types"),
    arguments: [
      ("ORCID: amr as a text", "amr", "pwd"), ("CILogon: amr as a text", "amr", "otp"),
      ("amr with a number", "amr", ["pwd", 1]), ("acr as a number", "acr", 0), ("acr as a list", "acr", ["silver"]),
      ("ADFS: auth_time as a text", "auth_time", "1800000000"),
      ("auth_time in milliseconds", "auth_time", 1_800_000_000_000),
      ("auth_time before 1970", "auth_time", -1), ("sid as a number", "sid", 7), ("sid as an empty text", "sid", ""),
      ("at_hash as a number", "at_hash", 7),
      ("c_hash as a list", "c_hash", []),
    ] as [(String, String, JSONValue)])
  func `A claim that nobody asked for counts as absent if it can't be used`(
    _ sender: String, _ name: String, _ value: JSONValue
  ) throws {
    var expectations = IDTokenExpectations(nonce: Fixture.nonce)
    expectations.accessToken = Secret("at-1")
    expectations.code = Secret("code-1")
    let token = try Fixture.check(Fixture.claims([name: value]), expecting: expectations)
    #expect(token.authenticationMethods.isEmpty && token.authenticationContext == nil, "\(sender)")
    #expect(token.authenticationTime == nil && token.sessionID == nil, "\(sender)")
    #expect(token.claims[name] == value)
  }

  @Test(arguments: [
    JSONValue.integer(-1), .integer(.max), .integer(.min), .number(1e300), .number(-0.5), .number(1e19),
  ])
  func `Times outside every calendar are rejected without a crash`(value: JSONValue) {
    for name in ["exp", "iat", "nbf"] {
      #expect(Fixture.failure(Fixture.claims([name: value])) == .claims(.malformed(name)))
    }
    #expect(Fixture.failure(Fixture.claims(["auth_time": value])) == nil)
    #expect(
      Fixture.failure(
        Fixture.claims(["auth_time": value]), expecting: IDTokenExpectations(nonce: Fixture.nonce, maximumAge: .zero))
        == .claims(.malformed("auth_time")))
  }

  // A server may send `aud: []`.
  @Test(
    .covers(
      "rfc8725bis §3.9", "RP basic: oidcc-client-test-invalid-aud", "RP FAPI2: test-invalid-aud", "CVE-2024-47806",
      "CVE-2026-19714")
  )
  func `An audience without this client is rejected, and an empty one doesn't crash`() {
    #expect(Fixture.failure(Fixture.claims(["aud": []])) == .claims(.malformed("aud")))
    for audience: JSONValue in ["other", "ap", "app ", ["other"], "App"] {
      #expect(Fixture.failure(Fixture.claims(["aud": audience])) == .claims(.wrongAudience), "\(audience)")
    }
  }

  @Test(.covers("RP FAPI2: test-invalid-secondary-aud", "RP FAPI2: test-valid-aud-as-array"))
  func `A second audience is rejected unless it is trusted, and then azp must be this client`() throws {
    #expect(try Fixture.check(Fixture.claims(["aud": ["app"]])).audience == ["app"])
    let both = Fixture.claims(["aud": ["app", "other"], "azp": "app"])
    #expect(Fixture.failure(both) == .untrustedAudience(UntrustedText("other")))
    var policy = try Fixture.policy()
    policy.trustedAudiences = ["other"]
    #expect(try Fixture.check(both, policy: policy).audience == ["app", "other"])
    #expect(Fixture.failure(Fixture.claims(["aud": ["app", "other"]]), policy: policy) == .claims(.missing("azp")))
  }

  // Clients often ignore azp.
  @Test func `A token that was issued to another client is rejected`() {
    #expect(Fixture.failure(Fixture.claims(["azp": "other"])) == .wrongAuthorizedParty)
  }

  @Test(.covers("RP basic: oidcc-client-test-nonce-invalid", "RP FAPI2: test-invalid-nonce"))
  func `A nonce of another sign-in is rejected, even if none was sent`() throws {
    #expect(Fixture.failure(Fixture.claims(["nonce": "another"])) == .wrongNonce)
    #expect(Fixture.failure(Fixture.claims(), expecting: IDTokenExpectations(nonce: nil)) == .wrongNonce)
    let without = Fixture.claims(["nonce": nil])
    #expect(Fixture.failure(without, expecting: IDTokenExpectations(nonce: nil)) == nil)
  }

  @Test(arguments: ["", String(repeating: "a", count: 256), "\u{E9}t\u{E9}", "a\u{202E}b"])
  func `A subject that is empty, longer than 255 characters or not ASCII is rejected`(subject: String) {
    #expect(Fixture.failure(Fixture.claims(["sub": .string(subject)])) == .claims(.malformed("sub")))
  }

  @Test func `A subject of 255 characters is accepted`() {
    #expect(Fixture.failure(Fixture.claims(["sub": .string(String(repeating: "a", count: 255))])) == nil)
  }

  @Test func `The acr must be one of the accepted ones`() {
    var expectations = IDTokenExpectations(nonce: Fixture.nonce)
    expectations.authenticationContexts = ["gold", "silver"]
    #expect(Fixture.failure(Fixture.claims(["acr": "silver"]), expecting: expectations) == nil)
    #expect(Fixture.failure(Fixture.claims(), expecting: expectations) == .claims(.missing("acr")))
    #expect(
      Fixture.failure(Fixture.claims(["acr": "0"]), expecting: expectations)
        == .wrongAuthenticationContext(UntrustedText("0")))
  }

  @Test func `Descriptions and dumps show nothing of a token`() throws {
    let token = try Fixture.check(Fixture.claims(["email": "ada@example.com"]))
    var dumped = ""
    dump(token, to: &dumped)
    dump(token.standardClaims, to: &dumped)
    let shown = dumped + "\(token) \(String(reflecting: token)) \(token.standardClaims)"
    for secret in ["248289761001", "ada@example.com", Fixture.nonce.reveal(), token.compact.reveal()] {
      #expect(!shown.contains(secret))
    }
  }
}
