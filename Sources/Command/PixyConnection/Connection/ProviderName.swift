internal import ArgumentParser
internal import OAuthCore
internal import OAuthProviders

/// The providers that the command line accepts by name.
package enum ProviderName: String, CaseIterable {
  case gitHub = "github"
  case gitHubApp = "github-app"
  case google
  case googleIOS = "google-ios"
  case googleWeb = "google-web"
  case spotify
  case entra
  case apple
  case gitLab = "gitlab"
  case discord
  case slack
  case auth0
  case okta
  case keycloak

  package static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }

  /// The meaning of `--at` for this provider; `nil` if the provider has only one location.
  private var place: String? {
    switch self {
    case .gitHub, .gitHubApp: "the host of an Enterprise Server"
    case .gitLab: "the address of another GitLab"
    case .entra: "a tenant"
    case .auth0, .okta: "the domain, such as example.\(rawValue).com"
    case .keycloak: "the address with the realm, such as https://login.example.com/realms/main"
    case .google, .googleIOS, .googleWeb, .spotify, .apple, .discord, .slack: nil
    }
  }

  /// The meaning of `--at` for a provider that needs it; `nil` for the others.
  package var neededPlace: String? {
    switch self {
    case .auth0, .okta, .keycloak: place
    default: nil
    }
  }

  /// The provider's page on which developers register a client; `nil` if it has no fixed address.
  package var page: String? {
    switch self {
    case .google, .googleIOS, .googleWeb: "https://console.cloud.google.com/apis/credentials"
    case .spotify: "https://developer.spotify.com/dashboard"
    case .entra: "https://entra.microsoft.com"
    case .gitLab: "https://gitlab.com/-/user_settings/applications"
    case .discord: "https://discord.com/developers/applications"
    case .slack: "https://api.slack.com/apps"
    case .auth0: "https://manage.auth0.com"
    case .gitHub, .gitHubApp, .apple, .okta, .keycloak: nil
    }
  }

  /// Creates the provider.
  ///
  /// - Parameter place: The value of `--at`.
  /// - Throws: `ValidationError` if the value is missing or not supported; the error of parsing it.
  func provider(at place: String?) throws -> Provider {
    guard place == nil || self.place != nil else {
      throw ValidationError("\(rawValue) doesn't support --at, because it has only one location.")
    }
    switch (self, place) {
    case (.gitHub, let host?): return .gitHub(try GitHubHost(enterprise: host))
    case (.gitHub, nil): return .gitHub
    case (.gitHubApp, let host?): return .gitHubApp(try GitHubHost(enterprise: host))
    case (.gitHubApp, nil): return .gitHubApp
    case (.gitLab, let address?): return .gitLab(at: try Endpoint(address))
    case (.gitLab, nil): return .gitLab
    case (.entra, let tenant?): return .entra(try EntraTenant(tenant))
    case (.entra, nil): return .entra
    case (.auth0, let domain?): return try .auth0(domain: domain)
    case (.okta, let domain?): return try .okta(domain: domain)
    case (.keycloak, let realm?): return try .keycloak(issuer: Issuer(realm))
    case (.auth0, nil), (.okta, nil), (.keycloak, nil):
      throw ValidationError("\(rawValue) needs --at: \(self.place ?? "").")
    case (.google, _): return .google
    case (.googleIOS, _): return .googleIOS
    case (.googleWeb, _): return .googleWeb
    case (.spotify, _): return .spotify
    case (.apple, _): return .apple
    case (.discord, _): return .discord
    case (.slack, _): return .slack
    }
  }
}
