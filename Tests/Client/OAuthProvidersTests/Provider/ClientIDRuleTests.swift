import Evidence
import OAuthCore
import Testing

@testable import OAuthProviders

/// The rules on client IDs, which find mistakes before a browser opens.
@Suite struct ClientIDRuleTests {
  /// The placeholders in the providers' documentation and in applications.
  private static let placeholders = [
    "your-client-id", "YOUR_CLIENT_ID", "your_client_id", "YourClientId", "yourClientId", "client_id", "client-id",
    "<client-id>", "<YOUR CLIENT ID>", "{clientId}", "{yourClientId}", "${clientId}", "$CLIENT_ID", "[client id]",
    "my-client-id", "insert-client-id", "CLIENT_ID_HERE", "example", "example-client", "placeholder", "changeme",
    "change-me", "replace-me", "todo", "APP_ID", "your-app-id", "id", "xxxxxxxx", "XXXXXXXXXXXXXXXXXXXX", "00000000",
    "xxxx-xxxx", "...", "-", "…", "", " ", "com.example.app", "12345", "123.456", "1234567890abcdef1234", "Iv1.…",
  ]

  @Test(.covers("every provider: a placeholder as client ID"), arguments: placeholders)
  func `A placeholder is rejected as client ID`(_ id: String) {
    #expect(!ClientIDRule().accepts(id))
    #expect(!ClientIDRule(.noNumber).accepts(id))
  }

  @Test(
    .covers("Google: the ending of client IDs"),
    arguments: [
      "YOUR_CLIENT_ID.apps.googleusercontent.com", "your-client-id.apps.googleusercontent.com",
      "xxxx.apps.googleusercontent.com", "client_id.apps.googleusercontent.com",
      "123456789-abc….apps.googleusercontent.com",
      "<id>.apps.googleusercontent.com", ".apps.googleusercontent.com", "apps.googleusercontent.com",
      "407408718192-8q1b2c.apps.googleusercontent.com.evil.example", "407408718192-8q1b2c",
    ])
  func `A text without Google's form is rejected as client ID of Google`(_ id: String) {
    #expect(!Provider.google.clientID.accepts(id))
  }

  @Test(
    .covers("Entra: client IDs are GUIDs"),
    arguments: [
      "00000000-0000-0000-0000-000000000000", "00001111-aaaa-2222-bbbb-3333cccc4444",
      "535fb089-9ff3-47b6-9bfb-4f1264799865", "6731de7614a649ae97bc6eba6914391e", "6731de76-14a6-49ae-97bc-6eba6914391",
      "6731de76-14a6-49ae-97bc-6eba6914391g", "{6731de76-14a6-49ae-97bc-6eba6914391e}", "contoso.onmicrosoft.com",
      "\u{FF16}731de76-14a6-49ae-97bc-6eba6914391e",
    ])
  func `A text that is no GUID, or the documentation's GUID, is rejected as client ID of Entra`(_ id: String) {
    #expect(!Provider.entra.clientID.accepts(id))
  }

  @Test(
    .covers("GitHub: an app's number isn't its client ID", "Discord: client IDs are numbers"),
    arguments: [("github", "1234567"), ("github-app", "987654"), ("discord", "81515773059x")])
  func `Another ID of the same application is rejected as client ID`(_ provider: String, _ id: String) throws {
    let known = try #require(KnownProvider.all.first { $0.provider.id == provider })
    #expect(!known.provider.clientID.accepts(id))
  }

  @Test(arguments: KnownProvider.all)
  func `A client ID of the provider's form is accepted, and rejected with additional characters`(_ known: KnownProvider)
  {
    let rule = known.provider.clientID
    #expect(rule.accepts(known.clientID))
    for extra in [" ", "\n", "\u{0}", "\u{7F}", "\u{E9}", "\u{200B}", "\u{202E}", "{", ">"] {
      #expect(!rule.accepts(extra + known.clientID))
      #expect(!rule.accepts(known.clientID + extra))
    }
    #expect(!rule.accepts(String(repeating: known.clientID, count: 50)))
  }

  @Test(arguments: [
    "Iv1.0123456789abcdef", "Iv23f8doK2mphNum3r1c", "0123456789abcdef0124", "Ov23liq7Wk3mZp9sT1aB",
    "815157730590492196", "3141029472.691202649728", "org.calculators.web", "0oa1b2c3d4E5F6g7h8i9",
    "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7cF0iL", "relay-desktop", "a1",
  ])
  func `IDs of any form are accepted if the provider promises none`(_ id: String) {
    #expect(ClientIDRule().accepts(id))
  }

  @Test(.covers("Keycloak: administrators choose client IDs"))
  func `If users choose client IDs, short words are accepted, and placeholders of templates are rejected`() {
    let rule = ClientIDRule(.chosen)
    for id in ["example", "todo", "a", "app", "account-console", "id", "placeholder"] { #expect(rule.accepts(id)) }
    for id in ["your-client-id", "<client>", "${CLIENT}", "changeme", "", "a b"] { #expect(!rule.accepts(id)) }
  }
}
