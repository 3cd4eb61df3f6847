#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import JOSE
internal import OAuthCore
internal import TokenStorage

/// An account's tokens in this process's memory, with the moment their access token ends on a clock that nobody sets.
///
/// The wall clock is asked too: it knows of time that the other one missed (a virtual machine that was frozen). What it says is only
/// believed towards caution, so that a clock that jumps costs a refresh at worst, and never an expired token.
final class HeldTokens: Sendable {
  let tokens: StoredTokens
  let prover: DPoPProver?
  /// When the access token ends on the monotonic clock; `nil` if the server didn't say.
  private let ends: Duration?
  private let expiresAt: Date?
  /// How much life has to be left for a token to be given out without a refresh.
  let margin: Duration

  /// - Parameters:
  ///   - wall: now, on the wall clock.
  ///   - monotonic: now, on the clock that nobody sets.
  init(_ tokens: StoredTokens, prover: DPoPProver?, margin: Duration, wall: Date, monotonic: Duration) {
    self.tokens = tokens
    self.prover = prover
    let life = tokens.expiresIn
    self.margin = min(margin, (life ?? .zero) / 5)
    expiresAt = tokens.expiresAt
    let age = wall.timeIntervalSince(tokens.receivedAt)
    // The clock was set back since the tokens came, so their age can't be known.
    let isAgeKnown = age >= -Self.tolerance
    ends = life.map { isAgeKnown ? monotonic + $0 - .seconds(min(max(0, age), Self.longest)) : monotonic }
  }

  /// Steps of this size are how clocks are kept right, not somebody setting them.
  private static let tolerance: TimeInterval = 5
  /// Thirty thousand years: what a damaged store may say must not overflow.
  private static let longest: TimeInterval = 1e12

  /// Whether the access token will be good for a while yet.
  ///
  /// - Parameter need: how long at least; a token that the server gives no such life counts as good in the first fifth of
  ///   the life that it has.
  func isFresh(for need: Duration, wall: Date, monotonic: Duration) -> Bool {
    guard let ends, let expiresAt, let life = tokens.expiresIn else { return true }
    let wanted = max(margin, min(need, life - life / 5))
    return ends - monotonic > wanted && expiresAt.timeIntervalSince(wall) > wanted.inSeconds
  }

  /// Whether the access token can still be used where no new one can be had.
  func isUsable(for need: Duration, monotonic: Duration) -> Bool {
    guard let ends else { return true }
    return ends - monotonic > need
  }
}

extension Duration {
  /// The seconds with their fraction, as Foundation counts.
  var inSeconds: TimeInterval {
    TimeInterval(components.seconds) + TimeInterval(components.attoseconds) / 1e18
  }
}
