/// A clock for elapsed time. Changes of the wall clock don't affect it, and time in which the
/// machine sleeps counts.
public struct MonotonicClock: Sendable {
  /// The time since a fixed moment, which stays the same while the process runs.
  public let now: @Sendable () -> Duration

  /// Creates a custom clock. Tests pass one that stands still.
  ///
  /// - Parameter now: The time since a fixed moment. It is called from any thread and must never
  ///   decrease.
  public init(now: @escaping @Sendable () -> Duration) {
    self.now = now
  }

  private static let origin = ContinuousClock.now

  /// The machine's clock.
  public static let system = MonotonicClock { origin.duration(to: .now) }
}
