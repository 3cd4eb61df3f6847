import Evidence
import JOSE
import OAuthCore
import OpenIDConnect
import Testing

/// Google's tokens may lack the `https://` of their issuer. Nothing else may differ.
@Suite struct ExpectedIssuerTests {
  private static let google = "https://accounts.google.com"

  private func policy(_ issuer: String = google) throws -> IDTokenPolicy {
    var policy = try Fixture.policy()
    policy.issuer = .withOrWithoutScheme(try Issuer(issuer))
    return policy
  }

  private func failure(_ issuer: JSONValue?, after previous: String? = nil) throws -> IDTokenError? {
    var expectations = IDTokenExpectations(nonce: Fixture.nonce)
    if let previous {
      let token = try Fixture.check(Fixture.claims(["iss": .string(previous)]), policy: policy())
      expectations = IDTokenExpectations(refreshing: token)
    }
    return Fixture.failure(Fixture.claims(["iss": issuer]), policy: try policy(), expecting: expectations)
  }

  @Test(.covers("Google: the issuer may lack https"), arguments: [google, "accounts.google.com"])
  func `Both spellings of the issuer are accepted`(_ issuer: String) throws {
    #expect(try failure(.string(issuer)) == nil)
    #expect(
      try Fixture.check(Fixture.claims(["iss": .string(issuer)]), policy: policy()).issuer == issuer)
  }

  @Test(
    .covers("Google: the issuer may lack https"),
    arguments: [
      "http://accounts.google.com", "//accounts.google.com", "https:accounts.google.com", "accounts.google.com/",
      "https://accounts.google.com/", "accounts.google.com:443", "ACCOUNTS.google.com",
      "accounts.google.com.evil.example",
      "evil.example/accounts.google.com", "https://evil.example/accounts.google.com", "xaccounts.google.com",
      "google.com", "accounts.google.co", "accounts.google.com ", " accounts.google.com", "accounts\u{2024}google.com",
      "https://accounts.google.com@evil.example", "evil.example#accounts.google.com", "https://",
      "accounts.google.com\u{301}",
    ])
  func `Another scheme, another host and look-alike names are rejected`(_ issuer: String) throws {
    #expect(try failure(.string(issuer)) == .claims(.wrongIssuer(UntrustedText(issuer))))
  }

  @Test func `A token without a valid issuer is rejected`() throws {
    #expect(try failure(nil) == .claims(.missing("iss")))
    #expect(try failure("") == .claims(.malformed("iss")))
    #expect(try failure(["accounts.google.com"]) == .claims(.malformed("iss")))
  }

  @Test func `With an exact issuer, the scheme must be present`() throws {
    #expect(
      Fixture.failure(Fixture.claims(["iss": "as.example"])) == .claims(.wrongIssuer(UntrustedText("as.example"))))
  }

  // OpenID Connect Core §12.2 requires the same issuer. Rejecting its other spelling would sign
  // users out.
  @Test(
    .covers("Google: the issuer may lack https"), arguments: [google, "accounts.google.com"],
    [google, "accounts.google.com"])
  func `A refreshed token may have the other spelling`(_ first: String, _ second: String) throws {
    #expect(try failure(.string(second), after: first) == nil)
  }

  @Test func `A refreshed token with another issuer is rejected in both spellings`()
    throws
  {
    #expect(
      try failure("evil.example", after: "accounts.google.com") == .claims(.wrongIssuer(UntrustedText("evil.example"))))
    let foreign = try Fixture.check(
      Fixture.claims(["iss": "other.example"]), policy: policy("https://other.example"))
    #expect(
      Fixture.failure(
        Fixture.claims(["iss": .string(Self.google)]), policy: try policy(),
        expecting: IDTokenExpectations(refreshing: foreign)) == .changedByRefresh("iss"))
  }

  @Test func `With an exact issuer, a refreshed token must keep its spelling`() throws {
    let bare = try Fixture.check(
      Fixture.claims(["iss": "accounts.google.com"]), policy: policy())
    var exact = try Fixture.policy()
    exact.issuer = .exactly(try Issuer(Self.google))
    #expect(
      Fixture.failure(
        Fixture.claims(["iss": .string(Self.google)]), policy: exact, expecting: IDTokenExpectations(refreshing: bare))
        == .changedByRefresh("iss"))
  }
}
