internal import FoundationBasics
internal import HTTPTypes
internal import Logging
internal import OAuthCore

/// Recognizes browsers by their cookie, and starts sessions.
///
/// A server without sessions has no value of this type: each sign-in is independent.
struct UserSessions: ServerPart {
  let core: ServerCore
  let database: any SessionOperations
  let users: any UserDirectory
  let termination: SessionTermination
  let cookie: SessionCookie
  let knownBrowsers: KnownBrowsers

  /// Finds the browser that sent a request, and the user that is signed in with it.
  func visitor(of exchange: Exchange) async throws -> Visitor {
    guard let secret = cookie.secret(in: exchange.request.headerFields) else {
      return Visitor(cookie: exchange.secrets.secret(), isNew: true, signedIn: nil)
    }
    // A HEAD request changes nothing (RFC 9110 §9.3.2), so it doesn't keep a session alive.
    let signedIn = exchange.request.method == .head ? nil : try await signedIn(secret, exchange)
    return Visitor(cookie: secret, isNew: false, signedIn: signedIn)
  }

  private func signedIn(_ secret: Secret, _ exchange: Exchange) async throws -> Visitor.SignedIn? {
    let now = clock.now()
    guard let session = try await database.session(cookie: SecretHash(of: secret)), session.isLive(at: now) else {
      return nil
    }
    guard let user = try await users.user(session.subject) else {
      try await termination.end(session.id, because: "its user was deleted", request: exchange.key)
      return nil
    }
    // The session is written at most ten times within the idle timeout, not at every request.
    let idleUntil = min(now + configuration.lifetimes.sessionIdle, session.expires)
    if idleUntil.timeIntervalSince(session.idleUntil) * 10 >= configuration.lifetimes.sessionIdle / .seconds(1) {
      try await database.extendSession(session.id, idleUntil: idleUntil)
    }
    return Visitor.SignedIn(session: session, user: user)
  }

  /// Returns an answer with a form, and sets the cookie that the form is tied to.
  func answer(_ answer: HTTPAnswer, to visitor: Visitor) -> HTTPAnswer {
    visitor.isNew ? answer.setting(cookie: cookie.giving(visitor.cookie)) : answer
  }

  /// Returns the answer to a sign-in with a password, which sets the browser's cookies.
  /// - Parameters:
  ///   - secret: The session's new cookie.
  ///   - username: The user name with which the user signed in.
  func answer(_ answer: HTTPAnswer, givingCookie secret: Secret, to username: String) -> HTTPAnswer {
    answer.setting(cookie: cookie.giving(secret)).setting(
      cookie: cookie.giving(known: knownBrowsers.mark(of: username)))
  }

  /// Starts a session after a sign-in, or renews the browser's session under its
  /// identifier.
  ///
  /// The cookie gets a new secret in both cases, so an attacker who knew the old one doesn't get
  /// the session (session fixation). If another user was signed in with this browser, that session
  /// ends as at a sign-out: its user could no longer reach it.
  /// - Returns: The session, and the new secret of the browser's cookie.
  func start(
    of subject: Subject, _ visitor: Visitor, _ exchange: Exchange
  ) async throws -> (session: UserSessionRecord, cookie: Secret) {
    let secret = exchange.secrets.secret()
    let now = clock.now()
    let lifetimes = configuration.lifetimes
    func session(_ id: SessionID) -> UserSessionRecord {
      UserSessionRecord(
        id: id, cookie: SecretHash(of: secret), subject: subject, authenticatedAt: now,
        authenticationContext: configuration.passwordContext, authenticationMethods: ["pwd"],
        idleUntil: now + min(lifetimes.sessionIdle, lifetimes.session), expires: now + lifetimes.session,
        browser: BrowserName.name(in: exchange.request),
        address: configuration.keepsSessionAddresses ? exchange.context.address : nil)
    }
    if let before = visitor.signedIn?.session {
      guard before.subject != subject else {
        let newSession = session(before.id)
        if try await database.renewSession(newSession, from: before.cookie) { return (newSession, secret) }
        let new = session(exchange.secrets.sessionID())
        try await database.startSession(new)
        return (new, secret)
      }
      try await termination.end(
        before.id, because: "another user signed in with the same browser", request: exchange.key)
    }
    let new = session(exchange.secrets.sessionID())
    try await database.startSession(new)
    return (new, secret)
  }
}

extension UserSessionRecord {
  /// The details of an approval that the user gives in this session.
  var details: ApprovalDetails {
    var details = ApprovalDetails(authenticationTime: authenticatedAt)
    details.authenticationContext = authenticationContext
    details.authenticationMethods = authenticationMethods
    details.session = id
    return details
  }
}
