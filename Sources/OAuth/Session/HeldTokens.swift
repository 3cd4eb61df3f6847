internal import TokenStorage

/// An account's tokens in this process's memory, with how long they will do.
final class HeldTokens: Sendable {
  let tokens: StoredTokens
  let prover: DPoPProver?
  let life: AccessTokenLife

  init(_ tokens: StoredTokens, prover: DPoPProver?, life: AccessTokenLife) {
    self.tokens = tokens
    self.prover = prover
    self.life = life
  }
}
