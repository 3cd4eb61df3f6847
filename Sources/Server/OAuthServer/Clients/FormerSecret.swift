public import FoundationBasics

/// A client's secret before the current one, which is still accepted while the client's configuration
/// is being changed.
public struct FormerSecret: Sendable, Hashable {
  /// The hash of the secret.
  public let hash: SecretHash
  /// The time until which the secret is accepted, in whole seconds.
  public let validUntil: Date

  /// Creates the record of a former secret.
  /// - Parameters:
  ///   - hash: The hash of the secret.
  ///   - validUntil: The time until which it is accepted. Fractions of a second are dropped. A time
  ///     before 1970 or after the year 9999 becomes the nearest time between.
  public init(hash: SecretHash, validUntil: Date) {
    self.hash = hash
    let seconds = validUntil.timeIntervalSince1970.rounded(.down)
    self.validUntil = Date(timeIntervalSince1970: min(max(seconds, 0), Self.endOfYear9999))
  }

  private static let endOfYear9999: Double = 253_402_300_799
}
