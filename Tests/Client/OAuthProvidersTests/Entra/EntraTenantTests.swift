import Evidence
import JOSE
import OAuth
import OAuthCore
import OAuthTestSupport
import OpenIDConnect
import Testing

@testable import OAuthProviders

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The accounts that can sign in with Entra.
@Suite struct EntraTenantTests {
  private static let personal = "9188040d-6c67-4c5b-b112-36a304b66dad"
  private static let tenant = "0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0"

  @Test(arguments: ["common", "organizations", "consumers", tenant, "contoso.com", "contoso.onmicrosoft.com", "a-b.c1"])
  func `A tenant's endpoints have its name in them, and issuer and keys are Microsoft's`(_ name: String) throws {
    let metadata = try EntraTenant(name).metadata
    let base = "https://login.microsoftonline.com/\(name)/"
    #expect(metadata.authorizationEndpoint?.text == base + "oauth2/v2.0/authorize")
    #expect(metadata.tokenEndpoint.text == base + "oauth2/v2.0/token")
    #expect(metadata.deviceAuthorizationEndpoint?.text == base + "oauth2/v2.0/devicecode")
    #expect(metadata.endSessionEndpoint?.text == base + "oauth2/v2.0/logout")
    #expect(metadata.jwksURI?.text == base + "discovery/v2.0/keys")
    #expect(metadata.revocationEndpoint == nil)
    #expect(metadata.issuer == nil)
  }

  @Test(.covers("Entra: all personal accounts belong to one tenant"))
  func `A GUID or consumers names the one tenant whose tokens are accepted, other names don't`() throws {
    #expect(try EntraTenant(Self.tenant.uppercased()).issuer.tenants == [Self.tenant])
    #expect(try EntraTenant("00000000-0000-0000-0000-000000000000").issuer.tenants?.count == 1)
    #expect(EntraTenant.consumers.issuer.tenants == [Self.personal])
    #expect(EntraTenant.common.issuer.tenants == nil)
    #expect(EntraTenant.organizations.issuer.tenants == nil)
    #expect(try EntraTenant("contoso.com").issuer.tenants == nil)
    #expect(try EntraTenant("Common") == EntraTenant.common)
  }

  @Test(arguments: [
    "", " ", ".", "..", "../x", "a/b", "a?b", "a#b", "a@b", "a:b", "a%2fb", "{tenantid}", "a..b", ".a", "a.", "a\n",
    "é",
    "a\\b", "evil.example/", "\u{0}", "`", "[", "_", "a_b", String(repeating: "a", count: 254),
  ])
  func `A text that could change the address is rejected as a tenant`(_ name: String) {
    #expect(throws: URIError.self) { try EntraTenant(name) }
  }

  private func signIn(_ tenant: EntraTenant, tokenOf tid: String, issuer: String? = nil) async throws -> IDToken? {
    let base = try #require(KnownProvider.all.first { $0.provider.id == "entra" })
    let known = KnownProvider("", .entra(tenant), id: base.clientID, origins: [], scope: nil).with {
      $0.redirectURI = base.redirectURI
    }
    let played = PlayedProvider(known)
    let key = try SigningKey.generate(.rs256, keyID: "k")
    played.answer(
      try #require(tenant.metadata.jwksURI).parts.path,
      with: .json(["keys": [try #require(key.verificationKey.publicJWK)]]))
    let now = Int64(played.clock.now.timeIntervalSince1970)
    let issuer = issuer ?? "https://login.microsoftonline.com/\(tid)/v2.0"
    played.answer(tenant.metadata.tokenEndpoint.parts.path) { [played] _, _ in
      let nonce = played.opened.last.flatMap { address in
        try? FormParameters(decoding: Array(address.drop { $0 != "?" }.dropFirst().utf8)).single("nonce")
      }
      let token = try? key.sign([
        "iss": .string(issuer), "tid": .string(tid), "aud": .string(base.clientID), "sub": "s-1",
        "nonce": .string((nonce ?? nil) ?? ""), "iat": .integer(now), "exp": .integer(now + 600),
      ])
      return .json([
        "access_token": "at-1", "token_type": "Bearer", "id_token": .string(token?.reveal() ?? ""),
      ])
    }
    return try await known.client(played).signIn(with: played).idToken
  }

  @Test(.covers("Entra: the published issuer is a template"))
  func `A sign-in at common accepts any tenant's token, with the tenant in its issuer`() async throws {
    let idToken = try await signIn(.common, tokenOf: Self.tenant)
    #expect(idToken?.issuer == "https://login.microsoftonline.com/\(Self.tenant)/v2.0")
    await #expect(throws: IDTokenError.self) {
      try await signIn(.common, tokenOf: Self.tenant, issuer: "https://login.microsoftonline.com/\(Self.personal)/v2.0")
    }
    await #expect(throws: IDTokenError.self) {
      try await signIn(.common, tokenOf: Self.tenant, issuer: "https://login.microsoftonline.com/{tenantid}/v2.0")
    }
    await #expect(throws: IDTokenError.self) { try await signIn(.common, tokenOf: "common") }
  }

  @Test(.covers("Entra: all personal accounts belong to one tenant"))
  func `A sign-in at one tenant rejects other tenants' tokens`() async throws {
    let tenant = try EntraTenant(Self.tenant)
    #expect(try await signIn(tenant, tokenOf: Self.tenant)?.subject == "s-1")
    await #expect(throws: IDTokenError.claims(.malformed("tid"))) {
      try await signIn(tenant, tokenOf: Self.personal)
    }
    #expect(try await signIn(.consumers, tokenOf: Self.personal)?.subject == "s-1")
    await #expect(throws: IDTokenError.self) { try await signIn(.consumers, tokenOf: Self.tenant) }
  }
}
