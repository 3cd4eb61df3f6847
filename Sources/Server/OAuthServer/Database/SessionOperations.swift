public import FoundationBasics

/// The sessions of users with their browsers.
///
/// A session that has expired (``UserSessionRecord/isLive(at:)``) may be removed at any time, with its
/// sign-ins. Until then the database may still return it: the server checks the session's times.
public protocol SessionOperations: Sendable {
  /// Returns the session with a cookie; `nil` if there is none, or if it was ended.
  ///
  /// - Parameter cookie: The hash of the cookie's secret.
  /// - Throws: Any error of the database. The sign-in ends with an error.
  func session(cookie: SecretHash) async throws -> UserSessionRecord?

  /// Saves a new session.
  ///
  /// - Parameter session: The session, by a fresh name and the hash of a fresh cookie.
  /// - Throws: Any error of the database. The browser gets no cookie.
  func startSession(_ session: UserSessionRecord) async throws

  /// Replaces a session by a newer record of the same name after its user has signed in again.
  ///
  /// The old cookie is unknown from then on, which prevents session fixation. The sign-ins at
  /// clients stay.
  ///
  /// - Parameters:
  ///   - session: The newer record, with the hash of a fresh cookie.
  ///   - cookie: The hash of the session's old cookie.
  /// - Returns: `false`, with nothing changed, if the session was ended or has another cookie by
  ///   now. Of two concurrent sign-ins, only one renews the session.
  /// - Throws: Any error of the database. The browser gets no cookie.
  func renewSession(_ session: UserSessionRecord, from cookie: SecretHash) async throws -> Bool

  /// Notes that a session was used.
  ///
  /// - Parameters:
  ///   - id: The session. An unknown one is no error.
  ///   - idleUntil: The end of the session unless it is used before. An earlier moment than the
  ///     saved one changes nothing.
  /// - Throws: Any error of the database. The sign-in ends with an error.
  func extendSession(_ id: SessionID, idleUntil: Date) async throws

  /// Ends a session, and revokes the grants of its sign-ins that aren't offline (Back-Channel
  /// Logout §2.7).
  ///
  /// - Parameters:
  ///   - id: The session.
  ///   - moment: The present time.
  ///   - until: The end of the time in which the revoked grants get no tokens.
  ///   - request: The key of the HTTP request.
  /// - Returns: The session with all of its sign-ins to exactly one request, which notifies the
  ///   clients; `nil` to the others, and if there is no such session.
  /// - Throws: Any error of the database. The session may still be valid.
  func endSession(
    _ id: SessionID, at moment: Date, refusingUntil until: Date, request: RequestKey
  ) async throws -> EndedSession?

  /// Returns the sessions of a user with all browsers, in any order. Expired sessions may be
  /// among them.
  ///
  /// - Parameter subject: The user.
  /// - Throws: Any error of the database.
  func sessions(of subject: Subject) async throws -> [UserSessionRecord]
}
