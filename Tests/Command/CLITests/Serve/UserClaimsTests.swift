import Evidence
import OAuthCore
import Testing

@testable import PixyServe

/// The checks of claims that operators set (OpenID Connect Core §5.1).
@Suite struct UserClaimsTests {
  @Test(
    arguments: [
      ("given_name=Ada", "given_name", "Ada"), ("phone_number=+41441234567", "phone_number", "+41441234567"),
      ("birthdate=1815", "birthdate", "1815"), ("phone_number_verified=true", "phone_number_verified", true),
      (#"address={"country": "CH"}"#, "address", ["country": "CH"]), ("updated_at=12", "updated_at", 12),
      (#"groups=["a", "b"]"#, "groups", ["a", "b"]), ("given_name#ja=\u{3042}", "given_name#ja", "\u{3042}"),
      ("formula=a=b", "formula", "a=b"), (#"word="true""#, "word", "true"),
    ] as [(String, String, JSONValue)])
  func `A value is a string, unless it looks like JSON`(_ pair: String, _ name: String, _ value: JSONValue) throws {
    let claim = try UserClaims.read(pair)
    #expect(claim.name == name && claim.value == value)
    try UserClaims.check(claim.name, claim.value)
  }

  @Test(
    .covers("CVE-2024-29892"),
    arguments: [
      "given_name", "=a", "given_name=", "name=Ada", "email=a@b.example", "sub=1", "acr=x", "cnf={}", "address=Bern",
      "phone_number_verified=yes", "updated_at=now", "updated_at=true", "given_name=true", "address={", "groups=[",
    ])
  func `Claims with a wrong type or a reserved name are rejected`(_ pair: String) {
    #expect(throws: UserClaims.InvalidClaim.self) {
      let claim = try UserClaims.read(pair)
      try UserClaims.check(claim.name, claim.value)
    }
  }
}
