/// A subject identifier (OpenID Connect Core §2, `sub`): the stable name of a user for clients. It
/// never passes to another user, and isn't the user name.
public struct Subject: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  /// The value of the claim `sub`: at most 255 ASCII characters.
  public let rawValue: String

  /// Creates a subject identifier from its text.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The identifier.
  public var description: String { rawValue }
}
