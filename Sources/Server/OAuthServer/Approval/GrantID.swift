/// The identifier of one grant: one user's approval for one client. All codes and tokens of the
/// grant carry it, so they can be revoked together (RFC 6749 §4.1.2, RFC 9700 §4.14.2).
///
/// A ``GrantType`` is something else: the kind of grant that a token request presents.
public struct GrantID: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  /// The identifier as a database saves it. It isn't a secret.
  public let rawValue: String

  /// Restores an identifier that a database has read.
  /// - Parameter rawValue: The saved identifier. Any text is accepted.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The identifier.
  public var description: String { rawValue }
}

extension SecretGenerator {
  /// Generates a grant's identifier.
  func grantID() -> GrantID { GrantID(rawValue: identifier()) }
}
