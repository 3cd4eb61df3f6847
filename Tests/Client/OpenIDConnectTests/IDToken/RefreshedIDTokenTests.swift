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

@Suite(.covers("OpenID Core §12")) struct RefreshedIDTokenTests {
  private func refreshed(_ changes: [String: JSONValue?], original: [String: JSONValue?] = [:]) throws -> IDTokenError?
  {
    let previous = try Fixture.check(Fixture.claims(original))
    var changes = changes
    changes["exp"] = 1_800_004_200
    changes["iat"] = 1_800_003_600
    return Fixture.failure(
      Fixture.claims(changes), expecting: IDTokenExpectations(refreshing: previous), now: Fixture.now + 3_600)
  }

  @Test func `A refreshed token needs no nonce, and may have the old one`() throws {
    #expect(try refreshed(["nonce": nil]) == nil)
    #expect(try refreshed([:]) == nil)
    #expect(try refreshed(["nonce": "another"]) == .wrongNonce)
  }

  @Test(
    .covers(
      "RP refresh: oidcc-client-test-refresh-token-invalid-sub",
      "RP refresh: oidcc-client-test-refresh-token-invalid-issuer"))
  func `A refreshed token for another user, issuer or audience is rejected`() throws {
    #expect(try refreshed(["sub": "somebody-else"]) == .changedByRefresh("sub"))
    #expect(
      try refreshed(["iss": "https://evil.example"])
        == .claims(.wrongIssuer(UntrustedText("https://evil.example"))))
    var policy = try Fixture.policy()
    policy.trustedAudiences = ["other"]
    let previous = try Fixture.check(Fixture.claims())
    #expect(
      Fixture.failure(
        Fixture.claims(["aud": ["app", "other"], "azp": "app"]), policy: policy,
        expecting: IDTokenExpectations(refreshing: previous)) == .changedByRefresh("aud"))
  }

  @Test func `The issuer must stay the same tenant's, even if the template allows every tenant`() throws {
    func claims(_ tenant: String) -> [String: JSONValue] {
      Fixture.claims(["iss": .string("https://login.example/\(tenant)/v2.0"), "tid": .string(tenant)])
    }
    let tenants = ["9188040d-6c67-4c5b-b112-36a304b66dad", "00000000-0000-0000-0000-000000000001"]
    var policy = try Fixture.policy()
    policy.issuer = .anyEntraTenant(try EntraIssuerTemplate("https://login.example/{tenantid}/v2.0"))
    let previous = try Fixture.check(claims(tenants[0]), policy: policy)
    let expectations = IDTokenExpectations(refreshing: previous)
    #expect(Fixture.failure(claims(tenants[0]), policy: policy, expecting: expectations) == nil)
    #expect(Fixture.failure(claims(tenants[1]), policy: policy, expecting: expectations) == .changedByRefresh("iss"))
  }

  @Test func `The authentication time must stay that of the sign-in`() throws {
    let original: [String: JSONValue?] = ["auth_time": 1_799_999_999]
    #expect(try refreshed(["auth_time": 1_799_999_999], original: original) == nil)
    #expect(try refreshed(["auth_time": 1_800_003_600], original: original) == .changedByRefresh("auth_time"))
    #expect(try refreshed([:], original: original) == nil)
    #expect(try refreshed(["auth_time": 0], original: original) == nil)
  }

  @Test func `The nonce is kept over several refreshes`() throws {
    let first = try Fixture.check(Fixture.claims())
    let second = try Fixture.check(
      Fixture.claims(["nonce": nil]), expecting: IDTokenExpectations(refreshing: first))
    let expectations = IDTokenExpectations(refreshing: second)
    #expect(Fixture.failure(Fixture.claims(), expecting: expectations) == nil)
    #expect(Fixture.failure(Fixture.claims(["nonce": "another"]), expecting: expectations) == .wrongNonce)
  }
}
