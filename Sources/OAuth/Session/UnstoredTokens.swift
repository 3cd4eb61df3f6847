internal import OAuthCore
internal import TokenStorage

/// Tokens that the server gave and the store didn't take, with the refresh token that they replace.
struct UnstoredTokens: Sendable {
  let tokens: StoredTokens
  let replaced: Secret
}
