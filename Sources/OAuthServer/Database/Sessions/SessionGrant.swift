internal import OAuthCore

/// One sign-in of a session at a client: whom the server tells when the session ends (Back-Channel Logout §2.3), and what ends
/// with it.
public struct SessionGrant: Sendable, Hashable {
  /// The approval that the client's tokens come from.
  public let grant: GrantID
  /// The client.
  public let clientID: String
  /// Whether the client may go on without the person (`offline_access`): its tokens outlive the session (Back-Channel Logout
  /// §2.7).
  public let isOffline: Bool

  /// Puts one together: the server for a sign-in, a store for one it read.
  /// - Parameters:
  ///   - grant: the approval.
  ///   - clientID: the client.
  ///   - isOffline: whether its tokens outlive the session.
  public init(grant: GrantID, clientID: String, isOffline: Bool) {
    self.grant = grant
    self.clientID = clientID
    self.isOffline = isOffline
  }
}

extension SessionGrant {
  /// What an approval is to its session; `nil` without the scope `openid`: then it is nobody's sign-in, and outlives the session.
  init?(grant: GrantID, clientID: String, scope: Scope) {
    guard scope.contains("openid") else { return nil }
    self.init(grant: grant, clientID: clientID, isOffline: scope.contains("offline_access"))
  }
}

/// A session that has just ended, with what has to be done about it.
public struct EndedSession: Sendable, Hashable {
  /// The session as it was.
  public let session: SessionRecord
  /// Where its person signed in, in any order.
  public let grants: [SessionGrant]
  /// Whether the grants that end with the session were revoked in the same step.
  public let areGrantsRevoked: Bool

  /// Puts one together: a store for a session that it ended.
  /// - Parameters:
  ///   - session: the session as it was.
  ///   - grants: where its person signed in.
  ///   - areGrantsRevoked: whether those of them that end with the session were revoked in the same step.
  public init(session: SessionRecord, grants: [SessionGrant], areGrantsRevoked: Bool = false) {
    self.session = session
    self.grants = grants
    self.areGrantsRevoked = areGrantsRevoked
  }
}
