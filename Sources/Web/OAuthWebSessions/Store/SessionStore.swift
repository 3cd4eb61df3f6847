public import FoundationBasics
public import OAuthCore

/// A store for what several instances of a web application share: sessions, their tokens, and the
/// list of sessions that have ended. Its function `useOnce` ensures that a sign-in is completed
/// once.
///
/// ``MemorySessionStore`` is for tests and single processes, `SQLiteSessionStore` for the processes
/// of one machine, `PostgreSQLSessionStore` for those of several. Each function is one transaction.
/// `SessionStoreCompatibility` in `OAuthTestSupport` checks the requirements below.
///
/// A store sees encrypted contents and hashed names only.
public protocol SessionStore: UsedTokenIDs {
  /// Returns a session, if there is one and it hasn't expired.
  ///
  /// - Parameters:
  ///   - name: The name of the session.
  ///   - now: The current time.
  /// - Throws: An error if the store can't be read. The user then sees an error page.
  func session(_ name: SessionName, now: Date) async throws -> SessionRecord?

  /// Returns the sessions of a user that haven't expired, in any order.
  ///
  /// - Parameters:
  ///   - user: The name of the user's sessions.
  ///   - now: The current time.
  /// - Throws: An error if the store can't be read. The user then sees an error page.
  func sessions(of user: SessionName, now: Date) async throws -> [SessionRecord]

  /// Saves a new session.
  ///
  /// - Parameter record: The session. If another one has its name, that one stays.
  /// - Throws: An error if the session isn't saved. The sign-in then fails.
  func insert(_ record: SessionRecord) async throws

  /// Extends a session's idle time. An unknown session stays unknown.
  ///
  /// - Parameters:
  ///   - name: The name of the session.
  ///   - idleEnd: The new end of the idle time. An earlier one than the present one has no effect.
  /// - Throws: An error if the store can't be written.
  func extend(_ name: SessionName, until idleEnd: Date) async throws

  /// Replaces a session's tokens.
  ///
  /// - Parameters:
  ///   - name: The name of the session.
  ///   - tokens: The new encrypted tokens; `nil` removes them.
  /// - Returns: Whether the session exists. If it doesn't, nothing is saved: a refresh that ends
  ///   after the sign-out mustn't bring the session back.
  /// - Throws: An error if it isn't certain that the tokens were saved.
  func replaceTokens(of name: SessionName, with tokens: String?) async throws -> Bool

  /// Deletes a session. An unknown session is no error.
  ///
  /// - Parameter name: The name of the session.
  /// - Throws: An error if the session may still be there.
  func delete(_ name: SessionName) async throws

  /// Ends the sessions that have a name and began before a moment.
  ///
  /// - Parameters:
  ///   - name: The name of one session, of a user's sessions, or of a provider's session.
  ///   - moment: The moment. If the name was ended before, the later moment counts.
  ///   - expiry: The time from which no such session can be valid any more, so that the entry can
  ///     be deleted.
  /// - Throws: An error if the entry isn't saved.
  func end(_ name: SessionName, at moment: Date, until expiry: Date) async throws

  /// Returns whether any of the names was ended at or after a moment.
  ///
  /// - Parameters:
  ///   - names: The names of one session.
  ///   - moment: The beginning of the session.
  /// - Throws: An error if the store can't be read. The request then gets an error page.
  func isEnded(_ names: [SessionName], since moment: Date) async throws -> Bool

  /// Takes a session's lock, if no other holder has it. The holder extends it by the same call.
  ///
  /// - Parameters:
  ///   - name: The name of the session.
  ///   - holder: The name of the holder, which is different for each attempt.
  ///   - expiry: The time when the lock is free again even if its holder died.
  ///   - now: The current time.
  /// - Returns: Whether the holder has the lock now.
  /// - Throws: An error if the store can't be written.
  func lock(_ name: SessionName, holder: String, until expiry: Date, now: Date) async throws -> Bool

  /// Releases a session's lock. If the holder no longer has it, nothing happens.
  ///
  /// - Parameters:
  ///   - name: The name of the session.
  ///   - holder: The name of the holder.
  /// - Throws: An error if the store can't be written. The lock then ends at its expiry.
  func unlock(_ name: SessionName, holder: String) async throws

  /// Deletes everything that has expired. The library calls it at sign-ins, at most once a minute.
  ///
  /// - Parameter now: The current time.
  /// - Throws: An error if the store can't be written.
  func deleteExpired(now: Date) async throws
}
