#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// How long kept tokens' access token will do: the rule that sessions and the command share.
///
/// Its end is counted on a clock that nobody sets. The wall clock is asked too: it knows of time that the other one missed (a virtual
/// machine that was frozen). What it says is only believed towards caution, so that a clock that jumps costs a refresh at worst, and
/// never an expired token.
package struct AccessTokenLife: Sendable {
  /// How much life has to be left for a token to be given out without a refresh, unless told otherwise.
  package static let usualMargin = Duration.seconds(60)

  /// The whole life; `nil` if the server didn't say.
  private let length: Duration?
  /// Its end on the monotonic clock.
  private let ends: Duration?
  private let expiresAt: Date?
  /// How much has to be left; never more than a fifth of the whole.
  private let margin: Duration

  /// - Parameters:
  ///   - tokens: what is kept.
  ///   - margin: how much life has to be left.
  ///   - wall: now, on the wall clock.
  ///   - monotonic: now, on the clock that nobody sets.
  package init(of tokens: StoredTokens, margin: Duration = usualMargin, wall: Date, monotonic: Duration) {
    length = tokens.expiresIn
    self.margin = min(margin, (tokens.expiresIn ?? .zero) / 5)
    expiresAt = tokens.expiresAt
    let age = wall.timeIntervalSince(tokens.receivedAt)
    // The clock was set back since the tokens came, so their age can't be known.
    let isAgeKnown = age >= -Self.tolerance
    ends = length.map { isAgeKnown ? monotonic + $0 - .seconds(min(max(0, age), Self.longest)) : monotonic }
  }

  /// Steps of this size are how clocks are kept right, not somebody setting them.
  private static let tolerance: TimeInterval = 5
  /// Thirty thousand years: what a damaged store may say must not overflow.
  private static let longest: TimeInterval = 1e12

  /// Whether the access token will be good for a while yet.
  ///
  /// - Parameter need: how long at least; a token that the server gives no such life counts as good in the first fifth of
  ///   the life that it has.
  package func isFresh(for need: Duration, wall: Date, monotonic: Duration) -> Bool {
    guard let ends, let expiresAt, let length else { return true }
    let wanted = max(margin, min(need, length - length / 5))
    return ends - monotonic > wanted && expiresAt.timeIntervalSince(wall) > wanted.inSeconds
  }

  /// Whether the access token can still be used where no new one can be had.
  package func isUsable(for need: Duration, monotonic: Duration) -> Bool {
    guard let ends else { return true }
    return ends - monotonic > need
  }
}

extension Duration {
  /// The seconds with their fraction, as Foundation counts.
  fileprivate var inSeconds: TimeInterval {
    TimeInterval(components.seconds) + TimeInterval(components.attoseconds) / 1e18
  }
}
