/// The identifier of a session: one user signed in with one browser (OpenID Connect Back-Channel
/// Logout §2.1).
///
/// The identifier isn't a secret, and it isn't the value of the session cookie. Clients see a
/// derived identifier (`sid`). It differs between clients with pairwise subjects, so those clients
/// can't match their users.
public struct SessionID: Sendable, Hashable, CustomStringConvertible {
  /// The identifier as a database saves it.
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
  /// Generates a session's identifier.
  func sessionID() -> SessionID { SessionID(rawValue: identifier()) }
}
