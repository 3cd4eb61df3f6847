/// How much time has passed, whatever anybody does to the wall clock; time asleep counts.
public struct MonotonicClock: Sendable {
  /// The time since a moment that stays the same while the process runs.
  public let now: @Sendable () -> Duration

  /// A clock of one's own: tests pass one that stands still.
  ///
  /// - Parameter now: the time since any moment that stays the same. Called from any thread; must never give less than
  ///   before.
  public init(now: @escaping @Sendable () -> Duration) {
    self.now = now
  }

  private static let origin = ContinuousClock.now

  /// The machine's clock.
  public static let system = MonotonicClock { origin.duration(to: .now) }
}
