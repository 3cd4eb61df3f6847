import Evidence
import JOSE
import OAuth
import OAuthCore
import OAuthTestSupport
import Testing

/// JWT access tokens (RFC 9068).
@Suite(.covers("RFC 8705 §2", "RFC 9068 §2")) struct JWTAccessTokenTests {
  private static let resource = "https://api.example/"
  private let key: SigningKey
  private let policy: JWTAccessTokenPolicy

  init() throws {
    key = try SigningKey.generate(.es256, keyID: "k1")
    policy = JWTAccessTokenPolicy(issuer: try Issuer("https://as.example"), audience: [Self.resource])
  }

  private func claims(_ changes: [String: JSONValue?] = [:]) -> [String: JSONValue] {
    var claims: [String: JSONValue] = [
      "iss": "https://as.example", "sub": "5ba552d67", "aud": .string(Self.resource),
      "exp": .integer(Fixture.now + 600), "iat": .integer(Fixture.now), "jti": "dbe39bf3a3ba4238a513f51d6e1691c4",
      "client_id": "s6BhdRkqt3", "scope": "openid profile reademail",
    ]
    for (name, value) in changes { claims[name] = value }
    return claims
  }

  private func failure(_ claims: [String: JSONValue], type: String? = "at+jwt") throws -> JWTAccessTokenError? {
    let token = try key.sign(claims, type: type)
    do throws(JWTAccessTokenError) {
      _ = try policy.accessToken(token, signedBy: JSONWebKeySet([key.verificationKey]), now: ManualClock().now)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: ["at+jwt", "application/at+jwt", "AT+JWT"])
  func `A valid token has its claims as typed values`(type: String) async throws {
    let token = try key.sign(
      claims(["cnf": ["jkt": "0ZcOCORZ", "x5t#S256": "bwcK0esc"], "acr": "gold", "auth_time": .integer(Fixture.now)]),
      type: type)
    let keys = JSONWebKeySet([key.verificationKey])
    let access = try policy.accessToken(token, signedBy: keys, now: ManualClock().now)
    #expect(access.issuer == "https://as.example" && access.subject == "5ba552d67")
    #expect(access.audience == [Self.resource] && access.clientID == "s6BhdRkqt3")
    #expect(access.tokenID == "dbe39bf3a3ba4238a513f51d6e1691c4" && access.scope.contains("reademail"))
    #expect(access.confirmation?.keyThumbprint == "0ZcOCORZ")
    #expect(access.confirmation?.certificateThumbprint == "bwcK0esc")
    #expect(access.authenticationContext == "gold" && access.authenticationTime == access.issuedAt)
    #expect(access.expiresAt > access.issuedAt && access.claims["client_id"] == "s6BhdRkqt3")
    #expect(!"\(access) \(String(reflecting: access))".contains("5ba552d67"))
    #expect(try await policy.accessToken(token, signedBy: keys, clock: ManualClock().wallClock) == access)
  }

  // RFC 9068 §4: "reject tokens carrying any other value".
  @Test(arguments: ["JWT", "logout+jwt", "id_token", "at", nil])
  func `An ID token, or another JWT of the same server, isn't an access token`(type: String?) throws {
    #expect(try failure(claims(), type: type) == .notVerified(.wrongType(type.map(UntrustedText.init))))
  }

  @Test(arguments: ["iss", "sub", "aud", "exp", "iat", "jti", "client_id"])
  func `A token without a required claim is rejected`(name: String) throws {
    #expect(try failure(claims([name: nil])) == .claims(.missing(name)))
    #expect(try failure(claims([name: true])) == .claims(.malformed(name)))
  }

  @Test func `Another issuer, another audience and an expired token are rejected`() throws {
    #expect(
      try failure(claims(["iss": "https://evil.example"]))
        == .claims(.wrongIssuer(UntrustedText("https://evil.example"))))
    #expect(try failure(claims(["aud": "https://other.example/"])) == .claims(.wrongAudience))
    // Another spelling of the host is the same resource, another path isn't (RFC 3986 §6.2.2.1, §6.2.3).
    for (name, isAccepted) in [
      ("https://api.example", true), ("HTTPS://API.EXAMPLE:443", true), ("https://api.example/x", false),
      ("https://api.example:8443/", false),
    ] {
      #expect((try failure(claims(["aud": .string(name)])) == nil) == isAccepted, "\(name)")
    }
    #expect(try failure(claims(["aud": []])) == .claims(.malformed("aud")))
    #expect(try failure(claims(["aud": ["https://other.example/", .string(Self.resource)]])) == nil)
    #expect(try failure(claims(["exp": .integer(Fixture.now - 60)])) == .claims(.expired(secondsAgo: 60)))
    #expect(try failure(claims(["nbf": .integer(Fixture.now + 60)])) == .claims(.notYetValid(secondsAhead: 60)))
  }

  @Test(arguments: [JSONValue.null, "x", [], .object([:]), ["jkt": 7], ["jkt": ""], ["x5t#S256": .null]])
  func `An unreadable binding doesn't turn the token into a bearer token`(confirmation: JSONValue) throws {
    #expect(try failure(claims(["cnf": confirmation])) == .claims(.malformed("cnf")))
  }

  // ADFS sends auth_time as a text. Resources that require one refuse a token without it.
  @Test(arguments: ["soon", -1, true, [1], .number(1e300), .null] as [JSONValue])
  func `An unusable auth_time or acr counts as absent`(value: JSONValue) throws {
    let now = ManualClock().now
    let keys = JSONWebKeySet([key.verificationKey])
    let token = try key.sign(claims(["auth_time": value, "acr": value == "soon" ? 1 : value]), type: "at+jwt")
    let read = try policy.accessToken(token, signedBy: keys, now: now)
    #expect(read.authenticationTime == nil && read.authenticationContext == nil)
  }

  @Test func `A scope with invalid characters is rejected`() throws {
    #expect(try failure(claims(["scope": "a\"b"])) == .claims(.malformed("scope")))
    #expect(try failure(claims(["scope": nil])) == nil)
  }

  @Test(.covers("question: Does the API server accept JWT tokens without a signature"))
  func `Unsigned tokens, tokens by other keys and tokens signed with a secret are rejected`() throws {
    let now = ManualClock().now
    let keys = JSONWebKeySet([key.verificationKey])
    let stranger = try SigningKey.generate(.es256, keyID: "k1").sign(claims(), type: "at+jwt")
    #expect(throws: JWTAccessTokenError.notVerified(.invalidSignature)) {
      try policy.accessToken(stranger, signedBy: keys, now: now)
    }
    let symmetric = try SigningKey.generate(.hs256, keyID: "k1").sign(claims(), type: "at+jwt")
    #expect(throws: JWTAccessTokenError.notVerified(.algorithmNotAllowed(UntrustedText("HS256")))) {
      try policy.accessToken(symmetric, signedBy: keys, now: now)
    }
    #expect(throws: JWTAccessTokenError.notVerified(.notCompact)) {
      try policy.accessToken(Secret("opaque"), signedBy: keys, now: now)
    }
  }
}
