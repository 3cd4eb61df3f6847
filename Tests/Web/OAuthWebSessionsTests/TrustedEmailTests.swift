import Foundation
import OAuthCore
import OAuthProviders
import Testing

@testable import OAuthWebSessions

@Suite("A trusted e-mail address") struct TrustedEmailTests {
  let accounts = WebAccounts(trustingMailDomains: ["google": ["Example.com", "example.org"], "entra": []]) { _ in "1" }

  func email(_ email: String?, verified: Bool? = true, provider: String = "google") -> String? {
    let profile = Profile(id: "1", email: email, isEmailVerified: verified)
    return accounts.trustedEmail(
      of: SessionUser(
        provider: provider, issuer: "https://login.example", profile: profile, claims: [:], scope: nil,
        signedInAt: .distantPast, providerSession: nil))
  }

  @Test func `is verified by a provider that is trusted for its domain`() {
    #expect(email("ada@example.com") == "ada@example.com")
    #expect(email("Ada.L+x@EXAMPLE.ORG") == "Ada.L+x@example.org")
  }

  @Test func `isn't one that only the user states, or another provider`() {
    #expect(email("ada@example.com", verified: false) == nil)
    #expect(email("ada@example.com", verified: nil) == nil)
    #expect(email("ada@example.com", provider: "entra") == nil)
    #expect(email("ada@example.com", provider: "Google") == nil)
    #expect(email(nil) == nil)
  }

  @Test(arguments: [
    "ada@sub.example.com", "ada@example.com.evil.example", "ada@evil.example", "ada@example.com@evil.example",
    "ada@evil.example@example.com", "\"ada@evil.example\"@example.com", "@example.com", "example.com", "ada@",
    "ada@example.com.", "ada@ex\u{430}mple.com", "ad\u{E4}@example.com", "ada @example.com", "ada@example.com\n", "",
    "ada@example.com\0",
  ])
  func `isn't an address of another form or domain`(address: String) {
    #expect(email(address) == nil)
  }
}
