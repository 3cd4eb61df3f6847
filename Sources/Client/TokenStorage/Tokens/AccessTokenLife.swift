package import FoundationBasics
internal import OAuthCore

/// The remaining lifetime of a stored access token: the rule that sessions and the command share.
///
/// The expiry is counted on a monotonic clock, which can't be set. The wall clock is checked too,
/// because it includes time that the monotonic clock missed (a suspended virtual machine). The wall
/// clock can only shorten the lifetime: a clock that jumps costs at most a refresh, and never leads
/// to the use of an expired token.
package struct AccessTokenLife: Sendable {
  /// The default minimum lifetime of an access token that is returned without a refresh.
  package static let usualMargin = Duration.seconds(60)

  /// The whole lifetime; `nil` if the server didn't state it.
  private let length: Duration?
  /// The expiry on the monotonic clock. Of tokens whose age is unknown, the present time.
  private let ends: Duration?
  /// The latest possible expiry on the monotonic clock.
  private let latestEnd: Duration?
  private let expiresAt: Date?
  /// The minimum remaining lifetime, at most a fifth of the whole.
  private let margin: Duration

  /// Computes the lifetime.
  ///
  /// - Parameters:
  ///   - tokens: The stored tokens.
  ///   - margin: The minimum remaining lifetime.
  ///   - wall: The current time of the wall clock.
  ///   - monotonic: The current time of the monotonic clock.
  package init(of tokens: StoredTokens, margin: Duration = usualMargin, wall: Date, monotonic: Duration) {
    length = tokens.expiresIn
    self.margin = min(margin, (tokens.expiresIn ?? .zero) / 5)
    expiresAt = tokens.expiresAt
    let age = wall.timeIntervalSince(tokens.receivedAt)
    // If the clock was set back after the tokens were received, their age is unknown.
    let isAgeKnown = age >= -Self.tolerance
    let latestEnd = length.map { monotonic + $0 - .seconds(min(max(0, age), Self.longest)) }
    self.latestEnd = latestEnd
    ends = isAgeKnown ? latestEnd : latestEnd.map { _ in monotonic }
  }

  /// The tolerated step of the wall clock, in seconds. Smaller steps are clock synchronization.
  private static let tolerance: TimeInterval = 5
  /// The longest age in seconds, thirty thousand years. It prevents overflow with a damaged store.
  private static let longest: TimeInterval = 1e12

  /// Returns whether the access token stays valid for a while.
  ///
  /// - Parameter need: The required remaining lifetime. A token with a shorter lifetime than this
  ///   is fresh during its first fifth.
  package func isFresh(for need: Duration, wall: Date, monotonic: Duration) -> Bool {
    guard let ends, let expiresAt, let length else { return true }
    let requiredTime = max(margin, min(need, length - length / 5))
    return ends - monotonic > requiredTime && expiresAt.timeIntervalSince(wall) > requiredTime.inSeconds
  }

  /// Returns whether the lifetime has ended by one of the clocks; `false` if the server didn't state
  /// it.
  package func isOver(wall: Date, monotonic: Duration) -> Bool {
    guard let ends, let expiresAt else { return false }
    return ends <= monotonic || expiresAt <= wall
  }

  /// Returns whether the access token may still be usable if no new one can be obtained.
  ///
  /// A token of unknown age, because the wall clock was set back, counts as usable for its whole
  /// lifetime. If it has expired, the resource rejects it.
  package func isUsable(for need: Duration, monotonic: Duration) -> Bool {
    guard let latestEnd else { return true }
    return latestEnd - monotonic > need
  }
}
