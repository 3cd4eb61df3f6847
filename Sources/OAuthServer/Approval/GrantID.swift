/// The name of one approval: a person allowed one client something once. Every code and token that came of it carries
/// it, so that they can be ended together (RFC 6749 §4.1.2, RFC 9700 §4.14.2).
public struct GrantID: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  /// The name as a store keeps it. It isn't a secret.
  public let rawValue: String

  /// Takes a name back from a store.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The name.
  public var description: String { rawValue }
}

extension SecretGenerator {
  /// Generates a grant's identifier.
  func grantID() -> GrantID { GrantID(rawValue: identifier()) }
}
