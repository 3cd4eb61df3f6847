internal import OAuthCore

/// One sign-in of a session at a client. When the session ends, the server notifies the client
/// (Back-Channel Logout §2.3), and ends the grant unless it is offline.
public struct SessionGrant: Sendable, Hashable {
  /// The approval that the client's tokens were issued for.
  public let grant: GrantID
  /// The client.
  public let clientID: String
  /// Whether the client keeps its access while the user is away (`offline_access`). Its tokens then
  /// outlive the session (Back-Channel Logout §2.7).
  public let isOffline: Bool

  /// Creates a sign-in. The server calls it for a new one, a database for one that it read.
  /// - Parameters:
  ///   - grant: The approval.
  ///   - clientID: The client.
  ///   - isOffline: Whether the client's tokens outlive the session.
  public init(grant: GrantID, clientID: String, isOffline: Bool) {
    self.grant = grant
    self.clientID = clientID
    self.isOffline = isOffline
  }
}

/// A session that has just ended, with the grants and clients that depend on it.
public struct EndedSession: Sendable, Hashable {
  /// The session before its end.
  public let session: UserSessionRecord
  /// The session's sign-ins at clients, in any order.
  public let grants: [SessionGrant]

  /// Creates the result of ending a session. A database calls it.
  /// - Parameters:
  ///   - session: The session before its end.
  ///   - grants: The session's sign-ins at clients.
  public init(session: UserSessionRecord, grants: [SessionGrant]) {
    self.session = session
    self.grants = grants
  }
}
