public import FoundationBasics
internal import OAuthCore

/// Authorization codes from their creation to their redemption (RFC 6749 §4.1).
public protocol AuthorizationCodeOperations: Sendable {
  /// Saves a new authorization code, notes its sign-in with the user's session, and consumes its
  /// pushed request.
  ///
  /// The three changes are one step, for two reasons. The end of the session must find the code's
  /// grant. And of several browsers that complete one pushed request, only one may get a code (RFC
  /// 9126 §7.3).
  ///
  /// - Parameters:
  ///   - record: The new code, by the hash of a fresh secret.
  ///   - signIn: The sign-in at the client; `nil` if the code belongs to no session.
  ///   - pushedRequest: The hash of the pushed request's reference; `nil` if the request wasn't
  ///     pushed.
  ///   - request: The key of the HTTP request.
  /// - Returns: ``AuthorizationCodeOutcome/saved``, or the reason why nothing was changed.
  /// - Throws: Any error of the database. The client gets no code.
  func saveAuthorizationCode(
    _ record: AuthorizationCodeRecord, signIn: SessionSignIn?, consuming pushedRequest: SecretHash?, request: RequestKey
  ) async throws -> AuthorizationCodeOutcome

  /// Returns the record of a code, spent or not; `nil` if the code is unknown or was removed.
  ///
  /// The server checks client, redirect URI and code verifier first, and spends the code
  /// afterwards. So an attacker who only saw a code can't spoil its sign-in.
  ///
  /// - Parameter hash: The hash of the code.
  /// - Throws: Any error of the database.
  func authorizationCode(_ hash: SecretHash) async throws -> AuthorizationCodeRecord?

  /// Spends a code and saves the tokens that it is redeemed for (RFC 6749 §4.1.3).
  ///
  /// If another request has already spent the code, the code was copied. Its grant is then revoked
  /// in the same step, as by ``TokenOperations/revoke(_:refusingUntil:)`` (RFC 6749 §4.1.2). A
  /// spent code is recognized until its ``AuthorizationCodeRecord/rememberedUntil``.
  ///
  /// - Parameters:
  ///   - hash: The hash of the code.
  ///   - tokens: The tokens, all of the code's grant, by hashes of fresh secrets.
  ///   - moment: The present time. A code that has expired isn't redeemed.
  ///   - until: The end of the time in which a revoked grant gets no tokens.
  ///   - request: The key of the HTTP request.
  /// - Returns: ``AuthorizationCodeRedemption/redeemed`` to exactly one request.
  /// - Throws: Any error of the database. The client gets none of the tokens.
  func redeemAuthorizationCode(
    _ hash: SecretHash, for tokens: [IssuedToken], at moment: Date, refusingUntil until: Date, request: RequestKey
  ) async throws -> AuthorizationCodeRedemption
}

/// A sign-in at a client, and the session in which it happened.
public struct SessionSignIn: Sendable, Hashable {
  /// The session.
  public let session: SessionID
  /// The client, and the grant that its tokens belong to.
  public let grant: SessionGrant

  /// Creates a sign-in.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - grant: The client and its grant.
  public init(session: SessionID, grant: SessionGrant) {
    self.session = session
    self.grant = grant
  }
}

extension SessionSignIn {
  /// Creates the sign-in of an approval; `nil` without a session. It is `nil` too without the scope
  /// `openid`, because such an approval is no sign-in and outlives the session.
  init?(_ session: SessionID?, grant: GrantID, clientID: String, scope: Scope) {
    guard let session, scope.contains("openid") else { return nil }
    self.init(
      session: session,
      grant: SessionGrant(grant: grant, clientID: clientID, isOffline: scope.contains("offline_access")))
  }
}

/// The result of saving an authorization code.
public enum AuthorizationCodeOutcome: Sendable, Hashable {
  /// The code was saved.
  case saved
  /// The session has ended. Nothing was changed.
  case sessionEnded
  /// The pushed request is unknown, or another request has consumed it. Nothing was changed.
  case requestConsumed
}

/// The result of redeeming an authorization code.
public enum AuthorizationCodeRedemption: Sendable, Hashable {
  /// This request spent the code, and the tokens were saved.
  case redeemed
  /// Another request had spent the code. Its grant is revoked, and the tokens weren't saved.
  case usedAgain
  /// The code is unknown or expired, or its grant is revoked. Nothing was changed.
  case refused
}
