/// A person as the server names them to clients: stable, never given to somebody else, and not what they sign in with
/// (OpenID Connect Core §2, `sub`).
public struct Subject: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  /// The value of the claim `sub`: at most 255 ASCII characters.
  public let rawValue: String

  /// Takes a subject identifier.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The identifier.
  public var description: String { rawValue }
}
