#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What time it is, as people and tokens count it. Injected wherever a moment is stored or compared.
public struct WallClock: Sendable {
  /// The present moment.
  public let now: @Sendable () -> Date

  /// A clock of one's own: tests pass one that stands still.
  ///
  /// - Parameter now: the present moment. Called from any thread, also from several at once.
  public init(now: @escaping @Sendable () -> Date) {
    self.now = now
  }

  /// The machine's clock.
  public static let system = WallClock { Date() }
}
