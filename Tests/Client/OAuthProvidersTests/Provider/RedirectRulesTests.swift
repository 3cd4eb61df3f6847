import Evidence
import HTTPTypes
import OAuth
import OAuthCore
import OAuthTestSupport
import Testing

@testable import OAuthProviders

/// The redirect URIs that each provider accepts, and the address that the remedy names instead.
@Suite struct RedirectRulesTests {
  private static let loopback = "http://127.0.0.1:49152/callback"
  private static let anyPort = "(registered without a port; any port can be used then)"

  private static func known(_ name: String) throws -> KnownProvider {
    try #require(KnownProvider.all.first { $0.testDescription == name })
  }

  private static let localhost = "http://localhost:49152/callback"
  private static let six = "http://[::1]:49152/callback"
  private static let own = "com.calculators.app:/callback"
  private static let web = "https://calculators.org/callback"
  private static let google = "com.googleusercontent.apps.407408718192-8q1b2c3d4e5f:/callback"
  private static let iOS = "\(google) (one slash), or this path with the app's bundle ID as its scheme"

  @Test(
    .covers("Google: redirect URIs of iOS clients"),
    arguments: [
      ("github", [loopback, six, localhost, own, "relay://oauth/callback", web]),
      ("github-app", [loopback, own, web]),
      ("google", [loopback, six, "http://127.0.0.1:49152", localhost]),
      (
        "google ios",
        [google, own, "com.calculators.Mac-App:/oauth2callback", "com.calculators.app:/oauth/google?tab=2"]
      ),
      ("google web", [web, loopback, localhost]), ("spotify", [loopback, six, own, web]),
      ("entra", [localhost, own, web, "msauth.org.calculators://auth"]), ("apple", [web]),
      ("gitlab", [loopback, localhost, own, web]), ("discord", [loopback, localhost, own, web]),
      ("slack", [localhost, own, web]), ("auth0", [loopback, localhost, own, web]),
      ("okta", [loopback, localhost, own, web]), ("keycloak", [loopback, localhost, own, web]),
      ("issuer", [loopback, six, localhost, own, web]),
    ])
  func `A redirect URI that the provider accepts reaches the browser`(_ name: String, _ accepted: [String]) async throws
  {
    let known = try Self.known(name)
    let client = known.client(PlayedProvider(known))
    for text in accepted {
      let attempt = try await client.begin(redirectURI: RedirectURI(text))
      #expect(attempt.redirectURI.text == text)
    }
  }

  /// The provider, the redirect URI, and the address to use instead.
  private static let refused: [(String, String, String)] = [
    ("google", web, "http://127.0.0.1/callback \(anyPort)"),
    ("google", own, "http://127.0.0.1/callback \(anyPort)"),
    ("google", "com.calculators.app:callback", "http://127.0.0.1/callback \(anyPort)"),
    ("google", "relay://oauth/callback", "http://127.0.0.1/oauth/callback \(anyPort)"),
    ("google", google, "http://127.0.0.1/callback \(anyPort)"),
    ("google ios", loopback, iOS), ("google ios", localhost, iOS), ("google ios", web, iOS),
    ("google ios", "calculators:/callback", iOS), ("google ios", "calculators://callback", iOS),
    ("google ios", google.replacing(":/", with: "://"), "\(google) (one slash)"),
    ("google ios", own.replacing(":/", with: "://"), "\(own) (one slash)"),
    ("google ios", "com.googleusercontent.apps.407408718192-other:/callback", iOS),
    ("google ios", "com.googleusercontent.apps.407408718192-other://callback", iOS),
    ("google ios", "com.googleusercontent.apps:/callback", iOS),
    ("google web", own, "an https address"),
    ("spotify", localhost, "http://127.0.0.1/callback \(anyPort)"),
    ("spotify", "http://localhost", "http://127.0.0.1/ \(anyPort)"),
    ("entra", loopback, "http://localhost/callback \(anyPort)"), ("entra", six, "http://localhost/callback \(anyPort)"),
    ("apple", loopback, "an https address"), ("apple", localhost, "an https address"),
    ("apple", own, "an https address"),
    ("slack", loopback, "http://localhost:49152/callback with a port that you choose"),
    ("slack", "http://127.0.0.1/callback", "http://localhost:PORT/callback with a port that you choose"),
  ]

  @Test(
    .covers(
      "every provider: redirect URIs", "Google: redirect URIs of iOS clients", "Google: the bundle ID as scheme",
      "Spotify: localhost isn't accepted", "Entra: localhost with any port", "Apple: https redirect URIs only",
      "Slack: localhost with its port"), arguments: refused)
  func `A redirect URI that the provider rejects is rejected before the browser, with the address to register`(
    _ name: String, _ text: String, _ instead: String
  ) async throws {
    let known = try Self.known(name).with { $0.redirectURI = text }
    let played = PlayedProvider(known)
    let error = await #expect(throws: ProviderError.self) { try await known.client(played).signIn(with: played) }
    #expect(error?.code == "redirect_uri_not_accepted")
    #expect(error?.remedy == "Use \(instead), and register it at \(known.provider.redirects.place).")
    let shown = try RedirectURI(text).description
    #expect(error?.explanation.contains(shown) == true)
    #expect(played.opened.isEmpty)
    #expect(!played.exchanges.contains { $0.request.method == .post })
  }

  @Test(.covers("GitLab: redirect URIs with their port", "Keycloak: loopback ports"), arguments: KnownProvider.all)
  func `The address in a remedy is accepted`(_ known: KnownProvider) throws {
    let rules = known.provider.redirects
    for text in [Self.loopback, Self.localhost, Self.six, Self.own, Self.web, "relay://oauth"] {
      let redirectURI = try RedirectURI(text)
      do throws(ProviderError) {
        try rules.check(redirectURI, clientID: known.clientID, provider: known.provider.name)
      } catch {
        #expect(error.remedy.contains(rules.place))
        let instead = String(try #require(error.remedy.split(separator: " ").dropFirst().first).drop { $0 == "," })
        guard instead.contains(":") else {
          #expect(error.remedy.hasPrefix("Use an https address") && rules.kinds.contains(.https))
          continue
        }
        let address = instead.replacing("PORT", with: "8080")
        #expect(throws: Never.self) {
          try rules.check(RedirectURI(address), clientID: known.clientID, provider: known.provider.name)
        }
      }
    }
  }

  @Test func `The query of a redirect URI isn't in the error`() async throws {
    let known = try Self.known("google").with { $0.redirectURI = "https://calculators.org/callback?secret=hunter2" }
    let played = PlayedProvider(known)
    let error = await #expect(throws: ProviderError.self) { try await known.client(played).signIn(with: played) }
    #expect(error.map { "\($0.explanation) \($0.remedy) \($0)" }?.contains("hunter2") == false)
  }
}
