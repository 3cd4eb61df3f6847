import OAuth
import OAuthCore
import OAuthTestSupport
import OpenIDConnect
import Testing

@testable import OAuthProviders

/// A provider with the data of its tests: a valid client ID and the expected facts.
struct KnownProvider: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let provider: Provider
  /// A client ID of the provider's form.
  var clientID: String
  var secret: Secret?
  /// A redirect URI that the provider accepts.
  var redirectURI = "http://127.0.0.1:49152/callback"
  /// The origins that receive access tokens.
  let origins: Set<String>
  /// The requested `scope`; `nil` if the parameter isn't sent.
  let scope: String?
  /// The additional parameters of the authorization address.
  var parameters: [String: String] = [:]
  /// The error code for a dead refresh token, from the provider's documentation.
  var endingErrors: Set<ErrorCode> = [.invalidGrant]
  /// Whether the provider issues ID tokens.
  var hasIDTokens = true

  init(
    _ name: String, _ provider: Provider, id: String, secret: Secret? = nil, origins: Set<String>, scope: String?
  ) {
    testDescription = name
    self.provider = provider
    clientID = id
    self.secret = secret
    self.origins = origins
    self.scope = scope
  }

  func with(_ change: (inout KnownProvider) -> Void) -> KnownProvider {
    var copy = self
    change(&copy)
    return copy
  }

  func client(_ transport: PlayedProvider, id: String? = nil, secret: Secret? = nil) -> ProviderClient {
    ProviderClient(
      provider, id: id ?? clientID, secret: secret ?? self.secret, through: transport, clock: transport.clock.wallClock,
      monotonic: transport.clock.monotonicClock)
  }
}

extension KnownProvider {
  private static let guid = "6731de76-14a6-49ae-97bc-6eba6914391e"
  private static let googleID = "407408718192-8q1b2c3d4e5f.apps.googleusercontent.com"
  private static let openID = "openid profile email"

  /// Every built-in provider, in each of its forms.
  static let all: [KnownProvider] = {
    do {
      return try gitHubs() + googles() + entras() + fixed + (try withAddresses())
    } catch {
      preconditionFailure("\(error)")
    }
  }()

  private static func gitHubs() throws -> [KnownProvider] {
    let id = "Ov23liq7Wk3mZp9sT1aB"
    func gitHub(_ name: String, _ provider: Provider, _ origin: String, _ scope: String?) -> KnownProvider {
      KnownProvider(name, provider, id: id, origins: [origin], scope: scope).with {
        $0.endingErrors = [.invalidGrant, ErrorCode("bad_refresh_token")]
        $0.hasIDTokens = false
      }
    }
    return [
      gitHub("github", .gitHub, "https://api.github.com", "read:user"),
      gitHub("github-app", .gitHubApp, "https://api.github.com", nil).with { $0.clientID = "Iv23liq7Wk3mZp9sT1aB" },
      gitHub(
        "github at ghe.com", .gitHub(try GitHubHost(enterprise: "octo.ghe.com")), "https://api.octo.ghe.com",
        "read:user"),
      gitHub(
        "github enterprise server", .gitHub(try GitHubHost(enterprise: "git.example.com:8443")),
        "https://git.example.com:8443", "read:user"),
    ]
  }

  private static func googles() -> [KnownProvider] {
    func google(_ name: String, _ provider: Provider, _ secret: Secret?) -> KnownProvider {
      KnownProvider(
        name, provider, id: googleID, secret: secret,
        origins: ["https://people.googleapis.com", "https://openidconnect.googleapis.com"], scope: openID
      ).with { $0.parameters = ["access_type": "offline", "prompt": "consent"] }
    }
    return [
      google("google", .google, Secret("GOCSPX-1")), google("google web", .googleWeb, Secret("GOCSPX-1")),
      google("google ios", .googleIOS, nil).with {
        $0.redirectURI = "com.googleusercontent.apps.407408718192-8q1b2c3d4e5f:/callback"
      },
    ]
  }

  private static func entras() throws -> [KnownProvider] {
    func entra(_ name: String, _ provider: Provider) -> KnownProvider {
      KnownProvider(
        name, provider, id: guid, origins: ["https://graph.microsoft.com"], scope: openID + " offline_access"
      ).with { $0.redirectURI = "http://localhost:49152/callback" }
    }
    return [
      entra("entra", .entra), entra("entra consumers", .entra(.consumers)),
      entra("entra tenant", .entra(try EntraTenant("0F1E2D3C-4b5a-6978-8796-a5b4c3d2e1f0"))),
      entra("entra domain", .entra(try EntraTenant("contoso.onmicrosoft.com"))),
    ]
  }

  private static let fixed: [KnownProvider] = [
    KnownProvider(
      "spotify", .spotify, id: "0123456789abcdef0123456789abcdef", origins: ["https://api.spotify.com"],
      scope: "user-read-private user-read-email"
    ).with { $0.hasIDTokens = false },
    KnownProvider(
      "apple", .apple, id: "org.calculators.web", secret: Secret("a.signed.token"), origins: [],
      scope: "openid name email"
    ).with {
      $0.redirectURI = "https://calculators.org/callback"
      $0.parameters = ["response_mode": "form_post"]
    },
    KnownProvider(
      "gitlab", .gitLab, id: String(repeating: "0af9", count: 16), origins: ["https://gitlab.com"], scope: openID),
    KnownProvider(
      "discord", .discord, id: "815157730590492196", origins: ["https://discord.com"], scope: "identify email"
    ).with { $0.hasIDTokens = false },
    KnownProvider("slack", .slack, id: "3141029472.691202649728", origins: ["https://slack.com"], scope: nil).with {
      $0.redirectURI = "http://localhost:8080/callback"
      $0.parameters = ["user_scope": "users.profile:read"]
      $0.endingErrors = [.invalidGrant, ErrorCode("invalid_refresh_token"), ErrorCode("token_revoked")]
      $0.hasIDTokens = false
    },
  ]

  private static func withAddresses() throws -> [KnownProvider] {
    func known(_ name: String, _ provider: Provider, _ origin: String, _ scope: String = openID) -> KnownProvider {
      KnownProvider(name, provider, id: "0oa1b2c3d4E5F6g7h8i9", origins: [origin], scope: scope)
    }
    return [
      known("gitlab below a path", .gitLab(at: try Endpoint("https://git.example.org/lab")), "https://git.example.org"),
      known(
        "auth0", try .auth0(domain: "ada.eu.auth0.com"), "https://ada.eu.auth0.com", openID + " offline_access"),
      known("okta", try .okta(domain: "ada.okta.com"), "https://ada.okta.com", openID + " offline_access"),
      known(
        "okta's own server", try .okta(domain: "ada.okta.com", authorizationServer: nil), "https://ada.okta.com",
        openID + " offline_access"),
      known(
        "keycloak", try .keycloak(at: Endpoint("https://id.example.org/auth/"), realm: "staff"),
        "https://id.example.org"),
      known("issuer", .issuer(try Issuer("https://as.example")), "https://as.example"),
    ]
  }
}
