/// The user name that goes with an access token where a protocol has nothing but names and passwords.
struct TokenUserName: Hashable {
  let text: String
  /// Whether it is the host's custom, rather than the account's own name.
  let isCustom: Bool

  /// The name that a host wants.
  ///
  /// - Parameters:
  ///   - origin: the host's origin.
  ///   - account: the account's name, for hosts of which no custom is known.
  init(for origin: String, account: String) {
    let host = origin.split(separator: "/").last.map { $0.prefix { $0 != ":" } } ?? ""
    let custom = Self.customs.first { host == $0.host || host.hasSuffix("." + $0.host) }?.name
    text = custom ?? account
    isCustom = custom != nil
  }

  /// What each host documents for tokens.
  private static let customs: [(host: String, name: String)] = [
    ("github.com", "x-access-token"), ("ghe.com", "x-access-token"), ("ghcr.io", "x-access-token"),
    ("gitlab.com", "oauth2"), ("bitbucket.org", "x-token-auth"),
    ("gcr.io", "oauth2accesstoken"), ("pkg.dev", "oauth2accesstoken"), ("googlesource.com", "oauth2accesstoken"),
  ]

  /// Names that stand for whoever's token it is. A person who has one in an address didn't name an account by it.
  static let placeholders: Set<String> = Set(customs.map(\.name) + ["git", "x-oauth-basic", "token"])
}
