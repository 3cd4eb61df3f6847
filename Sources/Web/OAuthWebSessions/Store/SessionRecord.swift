public import FoundationBasics

/// A session in a ``SessionStore``. Its content is encrypted, as base64url.
public struct SessionRecord: Sendable, Hashable {
  /// The name of the session.
  public let name: SessionName
  /// The name of all sessions of the same account, or of the same user at the same provider.
  public let user: SessionName
  /// The encrypted user and times. It never changes.
  public let content: String
  /// The encrypted tokens, which a refresh replaces; `nil` if the session has none.
  public var tokens: String?
  /// The time when the session ends unless it is used.
  public var idleEnd: Date
  /// The time when the session ends in any case.
  public let end: Date

  /// Creates a record. Stores call it when they read one.
  ///
  /// - Parameters:
  ///   - name: The name of the session.
  ///   - user: The name of all sessions of the same user.
  ///   - content: The encrypted user and times.
  ///   - tokens: The encrypted tokens, if there are any.
  ///   - idleEnd: The time when the session ends unless it is used.
  ///   - end: The time when the session ends in any case.
  public init(
    name: SessionName, user: SessionName, content: String, tokens: String?, idleEnd: Date, end: Date
  ) {
    self.name = name
    self.user = user
    self.content = content
    self.tokens = tokens
    self.idleEnd = idleEnd
    self.end = end
  }

  /// Returns whether the session has expired.
  ///
  /// - Parameter now: The current time.
  public func isExpired(at now: Date) -> Bool { now >= idleEnd || now >= end }
}
