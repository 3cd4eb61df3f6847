public import FoundationBasics

/// A clock for the date and time. It is injected wherever a moment is stored or compared.
public struct WallClock: Sendable {
  /// The current moment.
  public let now: @Sendable () -> Date

  /// Creates a custom clock. Tests pass one that stands still.
  ///
  /// - Parameter now: The current moment. It is called from any thread, and from several threads at
  ///   once.
  public init(now: @escaping @Sendable () -> Date) {
    self.now = now
  }

  /// The machine's clock.
  public static let system = WallClock { Date() }
}
