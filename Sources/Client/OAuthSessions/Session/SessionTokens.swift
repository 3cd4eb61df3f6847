internal import OAuth
internal import OAuthCore
internal import TokenStorage

/// An account's tokens in this process's memory.
final class HeldTokens: Sendable {
  let tokens: StoredTokens
  /// The key that the tokens are bound to; `nil` for bearer tokens.
  let prover: DPoPProver?
  /// The access token's lifetime, measured with both clocks.
  let life: AccessTokenLife

  init(_ tokens: StoredTokens, prover: DPoPProver?, life: AccessTokenLife) {
    self.tokens = tokens
    self.prover = prover
    self.life = life
  }
}

/// Tokens that the server issued and the store didn't save.
struct UnstoredTokens: Sendable {
  let tokens: StoredTokens
  /// The refresh token that they replace.
  let replacedToken: Secret
}

/// The requirements that a caller has for an access token.
struct TokenNeed: Sendable {
  /// The number of the session's ends when the call began. A call gets no tokens of a user who
  /// signed in after the end of the session that it was for.
  let ends: Int
  /// The time that the access token must stay valid.
  var validFor: Duration = .zero
  /// The access token that a resource has just rejected, if one has.
  var rejectedToken: Secret?
}

/// The result of a renewal.
struct Renewal: Sendable {
  let heldTokens: HeldTokens
  /// Whether the tokens come from the server just now. Asking again would bring nothing better.
  let isNew: Bool
}
