import Evidence
import JOSE
import OAuthCore
import OpenIDConnect
import Testing

@Suite(.covers("Entra")) struct EntraIssuerTemplateTests {
  private static let published = "https://login.microsoftonline.com/{tenantid}/v2.0"
  private static let tenant = "9188040d-6c67-4c5b-b112-36a304b66dad"

  private func failure(_ issuer: String, _ tenant: JSONValue?, of tenants: Set<String>? = nil) throws -> IDTokenError? {
    var policy = try Fixture.policy()
    policy.issuer = .anyEntraTenant(try EntraIssuerTemplate(Self.published, tenants: tenants))
    return Fixture.failure(Fixture.claims(["iss": .string(issuer), "tid": tenant]), policy: policy)
  }

  @Test(.covers("Entra: the published issuer is a template", "CVE-2024-21632"))
  func `A token's issuer must be the template with the token's own tenant in it`() throws {
    let issuer = "https://login.microsoftonline.com/\(Self.tenant)/v2.0"
    #expect(try failure(issuer, .string(Self.tenant)) == nil)
    #expect(try failure(issuer, nil) == .claims(.missing("tid")))
    #expect(
      try failure(issuer, "00000000-0000-0000-0000-000000000001") == .claims(.wrongIssuer(UntrustedText(issuer))))
    #expect(
      try failure(Self.published, .string(Self.tenant)) == .claims(.wrongIssuer(UntrustedText(Self.published))))
  }

  @Test(
    arguments: [
      "common", "", "{tenantid}", "9188040d6c674c5bb11236a304b66dad", "9188040g-6c67-4c5b-b112-36a304b66dad",
      "x/../9188040d-6c67-4c5b-b112-36a304b66dad", "evil.example/9188040d-6c67-4c5b-b112-36a304b66dad",
    ])
  func `A tenant that isn't a GUID is rejected`(tenant: String) throws {
    let issuer = "https://login.microsoftonline.com/\(tenant)/v2.0"
    #expect(try failure(issuer, .string(tenant)) == .claims(.malformed("tid")))
  }

  @Test func `Only the named tenants are accepted`() throws {
    let issuer = "https://login.microsoftonline.com/\(Self.tenant)/v2.0"
    #expect(try failure(issuer, .string(Self.tenant), of: [Self.tenant.uppercased()]) == nil)
    #expect(try failure(issuer, .string(Self.tenant), of: []) == .claims(.malformed("tid")))
  }

  @Test(
    arguments: [
      "https://login.microsoftonline.com/common/v2.0", "http://login.microsoftonline.com/{tenantid}/v2.0",
      "https://login.microsoftonline.com/{tenantid}/{tenantid}", "https://a.example/{tenantid}?x", "",
    ])
  func `A template needs exactly one placeholder and must be an issuer`(text: String) {
    #expect(throws: URIError.self) { try EntraIssuerTemplate(text) }
  }

  @Test func `A template is accepted only by policies for templates`() throws {
    let issuer = "https://login.microsoftonline.com/\(Self.tenant)/v2.0"
    #expect(
      Fixture.failure(Fixture.claims(["iss": .string(issuer), "tid": .string(Self.tenant)]))
        == .claims(.wrongIssuer(UntrustedText(issuer))))
    #expect(throws: URIError.self) { try Issuer(Self.published) }
  }
}
