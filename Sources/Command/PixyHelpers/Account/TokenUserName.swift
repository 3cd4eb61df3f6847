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
  init(for origin: String, account: String) {
    let host = origin.split(separator: "/").last.map { $0.prefix { $0 != ":" } } ?? ""
    let custom = Self.customs.first { host == $0.host || host.hasSuffix("." + $0.host) }?.name
    text = custom ?? account
    isCustom = custom != nil
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
