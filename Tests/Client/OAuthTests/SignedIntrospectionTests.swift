import Evidence
import JOSE
import OAuth
import OAuthCore
import OAuthTestSupport
import Testing

/// Signed introspection answers (RFC 9701).
@Suite(.covers("RFC 9701")) struct SignedIntrospectionTests {
  private let key: SigningKey

  init() throws {
    key = try SigningKey.generate(.es256, keyID: "k1")
  }

  private func read(
    _ changes: [String: JSONValue?] = [:], type: String? = "token-introspection+jwt"
  ) throws(JWTAccessTokenError) -> SignedIntrospection {
    var claims: [String: JSONValue] = [
      "iss": "https://as.example", "aud": "https://rs.example/", "iat": .integer(Fixture.now),
      "token_introspection": ["active": true, "scope": "read", "sub": "Z5O3upPC88QrAjx00dis"],
    ]
    for (name, value) in changes { claims[name] = value }
    let compact: Secret
    let issuer: Issuer
    do {
      compact = try key.sign(claims, type: type)
      issuer = try Issuer("https://as.example")
    } catch {
      Issue.record(error)
      throw .claims(.malformed("test"))
    }
    return try SignedIntrospection(
      compact, issuer: issuer, audience: "https://rs.example/", signedBy: JSONWebKeySet([key.verificationKey]),
      allowing: [.es256], now: ManualClock().now)
  }

  @Test func `A valid answer has the members of the token`() throws {
    let answer = try read()
    #expect(answer.isActive && answer.members["scope"] == "read" && answer.issuedAt == ManualClock().now)
    #expect(!"\(answer) \(String(reflecting: answer))".contains("Z5O3upPC88QrAjx00dis"))
    #expect(try !read(["token_introspection": ["active": false]]).isActive)
  }

  @Test(arguments: ["JWT", "at+jwt", nil])
  func `A JWT of another type isn't accepted`(type: String?) {
    #expect(throws: JWTAccessTokenError.notVerified(.wrongType(type.map(UntrustedText.init)))) {
      try read(type: type)
    }
  }

  @Test(arguments: ["iss", "aud", "iat", "token_introspection"])
  func `An answer whose required claim is missing or of another type is rejected`(name: String) {
    #expect(throws: JWTAccessTokenError.claims(.missing(name))) { try read([name: nil]) }
    #expect(throws: JWTAccessTokenError.claims(.malformed(name))) { try read([name: true]) }
  }

  @Test func `An answer for another resource server, from another issuer, or without content is rejected`() {
    #expect(throws: JWTAccessTokenError.claims(.wrongAudience)) { try read(["aud": "https://other.example/"]) }
    #expect(throws: JWTAccessTokenError.claims(.wrongIssuer(UntrustedText("https://evil.example")))) {
      try read(["iss": "https://evil.example"])
    }
    for members: JSONValue in [.object([:]), ["active": "true"], ["active": 1]] {
      #expect(throws: JWTAccessTokenError.claims(.malformed("token_introspection"))) {
        try read(["token_introspection": members])
      }
    }
    #expect(throws: JWTAccessTokenError.claims(.issuedInFuture(secondsAhead: 60))) {
      try read(["iat": .integer(Fixture.now + 60)])
    }
  }
}
