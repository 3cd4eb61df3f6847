/// The name of one person's signed-in time with one browser (OpenID Connect Back-Channel Logout §2.1). It is no secret, and isn't
/// what the browser's cookie holds. Clients are told another one that is made of it (`sid`), so that those with pairwise subjects
/// can't find out that they have the same people.
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

extension SecretGenerator {
  /// Generates a session's identifier.
  func sessionID() -> SessionID { SessionID(rawValue: identifier()) }
}
