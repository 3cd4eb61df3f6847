/// The name of one person's signed-in time with one browser, which ID tokens carry as `sid` (OpenID Connect Back-Channel
/// Logout §2.1). It is no secret, and isn't what the browser's cookie holds.
public struct SessionID: Sendable, Hashable, CustomStringConvertible {
  /// The name, as a store keeps it.
  public let rawValue: String

  /// Takes a name back from a store.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The name.
  public var description: String { rawValue }
}
