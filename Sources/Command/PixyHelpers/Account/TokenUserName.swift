internal import PixyAuth
internal import PixyConnection

/// The user name to use with an access token, in protocols that have only user names and passwords.
struct TokenUserName: Hashable {
  let text: String
  /// Whether the name is the host's documented one, and not the account's own name.
  let isCustom: Bool

  /// Determines the user name for a host.
  ///
  /// - Parameters:
  ///   - origin: The host's origin.
  ///   - account: The account's name, for hosts without a documented name.
  ///   - provider: The provider of the account, whose software may run on any host. Default: not known.
  init(for origin: String, account: String, of provider: ProviderName? = nil) {
    let host = origin.split(separator: "/").last.map { $0.prefix { $0 != ":" } } ?? ""
    let custom =
      Self.customs.first { host == $0.host || host.hasSuffix("." + $0.host) }?.name ?? provider.flatMap(Self.name(at:))
    text = custom ?? account
    isCustom = custom != nil
  }

  /// Determines the user name of an account for a host.
  init(for origin: String, of storedAccount: StoredAccount) {
    self.init(for: origin, account: storedAccount.userName, of: storedAccount.record.server.providerName)
  }

  /// Returns the user name that servers of a provider expect, such as a GitLab of one's own.
  private static func name(at provider: ProviderName) -> String? {
    switch provider {
    case .gitHub, .gitHubApp: "x-access-token"
    case .gitLab: "oauth2"
    case .google, .googleIOS, .googleWeb, .spotify, .entra, .apple, .discord, .slack, .auth0, .okta, .keycloak: nil
    }
  }

  /// The user names that hosts document for tokens.
  private static let customs: [(host: String, name: String)] = [
    ("github.com", "x-access-token"), ("ghe.com", "x-access-token"), ("ghcr.io", "x-access-token"),
    ("gitlab.com", "oauth2"), ("bitbucket.org", "x-token-auth"),
    ("gcr.io", "oauth2accesstoken"), ("pkg.dev", "oauth2accesstoken"), ("googlesource.com", "oauth2accesstoken"),
  ]

  /// User names that any account's token can have. In a URL they don't identify an account.
  static let placeholders: Set<String> = Set(customs.map(\.name) + ["git", "x-oauth-basic", "token"])
}
