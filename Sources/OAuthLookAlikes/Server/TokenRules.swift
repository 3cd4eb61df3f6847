/// How long a provider's tokens live, and what a refresh does to the refresh token.
struct TokenRules: Sendable, Hashable {
  /// What becomes of the refresh token that was used.
  enum Refreshing: Sendable, Hashable {
    /// It is spent, and so is the access token it came with; the new one has a new life.
    case replacesAll
    /// It is spent; the new one ends when the first one would have.
    case replacesUntilFirstEnd
    /// It stays, and there is no new one.
    case keeps
  }

  /// How long access tokens live; `nil` for ever.
  var access: Duration?
  /// How long refresh tokens live; `nil` if there are none.
  var refresh: Duration?
  var refreshing: Refreshing

  var hasRefreshToken: Bool { refresh != nil }
}

extension LookAlikeClient {
  func tokenRules(_ quirks: Set<LookAlikeQuirk>) -> TokenRules {
    switch kind {
    case .gitHubOAuthApp:
      quirks.contains(.expiringTokens) ? .gitHubApp : .gitHubOAuthApp
    case .gitHubApp:
      quirks.contains(.endlessTokens) ? .gitHubOAuthApp : .gitHubApp
    case .googleDesktop, .googleIOS, .googleWeb, .googleDevice:
      // Six months without use is what ends them there; here they end six months after the sign-in.
      TokenRules(access: .seconds(3_599), refresh: .seconds(15_724_800), refreshing: .keeps)
    case .spotify:
      TokenRules(
        access: .seconds(3_600), refresh: .seconds(15_724_800),
        refreshing: quirks.contains(.refreshTokenStays) ? .keeps : .replacesUntilFirstEnd)
    }
  }
}

extension TokenRules {
  fileprivate static let gitHubOAuthApp = TokenRules(access: nil, refresh: nil, refreshing: .replacesAll)
  fileprivate static let gitHubApp = TokenRules(
    access: .seconds(28_800), refresh: .seconds(15_897_600), refreshing: .replacesAll)
}
