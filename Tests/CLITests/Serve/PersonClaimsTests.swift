import OAuthCore
import Testing

@testable import PixyCLI

/// Claims about people that operators write down (OpenID Connect Core §5.1).
@Suite struct PersonClaimsTests {
  @Test(
    arguments: [
      ("given_name=Ada", "given_name", "Ada"), ("phone_number=+41441234567", "phone_number", "+41441234567"),
      ("birthdate=1815", "birthdate", "1815"), ("phone_number_verified=true", "phone_number_verified", true),
      (#"address={"country": "CH"}"#, "address", ["country": "CH"]), ("updated_at=12", "updated_at", 12),
      (#"groups=["a", "b"]"#, "groups", ["a", "b"]), ("given_name#ja=\u{3042}", "given_name#ja", "\u{3042}"),
      ("formula=a=b", "formula", "a=b"), (#"word="true""#, "word", "true"),
    ] as [(String, String, JSONValue)])
  func `A value is a text, unless it looks like JSON`(_ pair: String, _ name: String, _ value: JSONValue) throws {
    let claim = try PersonClaims.read(pair)
    #expect(claim.name == name && claim.value == value)
    try PersonClaims.check(claim.name, claim.value)
  }

  @Test(arguments: [
    "given_name", "=a", "given_name=", "name=Ada", "email=a@b.example", "sub=1", "acr=x", "cnf={}", "address=Bern",
    "phone_number_verified=yes", "updated_at=now", "updated_at=true", "given_name=true", "address={", "groups=[",
  ])
  func `What clients would stumble over, or take for something else, is refused`(_ pair: String) {
    #expect(throws: PersonClaims.Unfit.self) {
      let claim = try PersonClaims.read(pair)
      try PersonClaims.check(claim.name, claim.value)
    }
  }
}
