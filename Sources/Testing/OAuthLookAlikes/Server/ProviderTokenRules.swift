/// The lifetimes of a provider's tokens, and its rule for used refresh tokens.
struct ProviderTokenRules: Sendable, Hashable {
  /// The effect of a refresh on the tokens before it.
  enum Refreshing: Sendable, Hashable {
    /// The refresh token and its access token end. The new ones have full lifetimes.
    case replacesAll
    /// The refresh token ends. The new one expires when the first one would have.
    case replacesUntilFirstEnd
    /// The refresh token stays valid, and no new one is issued.
    case keeps
  }

  /// The lifetime of access tokens, or `nil` if they never expire.
  var access: Duration?
  /// The lifetime of refresh tokens, or `nil` if the provider issues none.
  var refresh: Duration?
  var refreshing: Refreshing

  var hasRefreshToken: Bool { refresh != nil }
}

extension LookAlikeClient {
  func tokenRules(_ quirks: Set<LookAlikeQuirk>) -> ProviderTokenRules {
    switch kind {
    case .gitHubOAuthApp:
      quirks.contains(.expiringTokens) ? .gitHubApp : .gitHubOAuthApp
    case .gitHubApp:
      quirks.contains(.endlessTokens) ? .gitHubOAuthApp : .gitHubApp
    case .googleDesktop, .googleIOS, .googleWeb, .googleDevice:
      // Google's refresh tokens expire after six months without use. The look-alike's expire six
      // months after the sign-in.
      ProviderTokenRules(access: .seconds(3_599), refresh: .seconds(15_724_800), refreshing: .keeps)
    case .spotify:
      ProviderTokenRules(
        access: .seconds(3_600), refresh: .seconds(15_724_800),
        refreshing: quirks.contains(.refreshTokenStays) ? .keeps : .replacesUntilFirstEnd)
    }
  }
}

extension ProviderTokenRules {
  fileprivate static let gitHubOAuthApp = ProviderTokenRules(access: nil, refresh: nil, refreshing: .replacesAll)
  fileprivate static let gitHubApp = ProviderTokenRules(
    access: .seconds(28_800), refresh: .seconds(15_897_600), refreshing: .replacesAll)
}
