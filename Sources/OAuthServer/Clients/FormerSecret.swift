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
  ///   - validUntil: The time until which it is accepted. Fractions of a second are dropped.
  public init(hash: SecretHash, validUntil: Date) {
    self.hash = hash
    self.validUntil = Date(timeIntervalSince1970: validUntil.timeIntervalSince1970.rounded(.down))
  }
}
