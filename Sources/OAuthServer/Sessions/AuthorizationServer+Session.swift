#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import HTTPTypes
internal import Logging
internal import OAuthCore

extension AuthorizationServer {
  var sessionCookie: SessionCookie { parts.sessionCookie }

  /// The browser that a request came with; `nil` if this server has no sessions.
  func visitor(of request: HTTPRequest) async throws -> Visitor? {
    guard let sessions = stores.sessions else { return nil }
    guard let cookie = sessionCookie.secret(in: request.headerFields) else {
      return Visitor(cookie: mint.secret(), isNew: true, signedIn: nil)
    }
    // HEAD is for looking (RFC 9110 §9.3.2): nobody is given anything for it.
    let signedIn = request.method == .head ? nil : try await signedIn(cookie, sessions)
    return Visitor(cookie: cookie, isNew: false, signedIn: signedIn)
  }

  private func signedIn(_ cookie: Secret, _ sessions: any SessionStore) async throws -> Visitor.SignedIn? {
    let now = clock.now()
    guard let session = try await sessions.find(cookie: SecretHash(of: cookie)), session.isLive(at: now) else {
      return nil
    }
    guard let user = try await users.user(session.subject) else {
      try await end(session.id, because: "its person has no account any more")
      return nil
    }
    // Written at most ten times in the idle time, not at every request.
    let idleUntil = min(now + configuration.lifetimes.sessionIdle, session.expires)
    if idleUntil.timeIntervalSince(session.idleUntil) * 10 >= configuration.lifetimes.sessionIdle / .seconds(1) {
      try await sessions.touch(session.id, idleUntil: idleUntil)
    }
    return Visitor.SignedIn(session: session, user: user)
  }

  /// An answer with a form, and the cookie that the form is tied to.
  func answer(_ answer: HTTPAnswer, to visitor: Visitor?) -> HTTPAnswer {
    guard let visitor, visitor.isNew else { return answer }
    return answer.setting(cookie: sessionCookie.giving(visitor.cookie))
  }

  /// Somebody has just proved who they are: their session begins, or is renewed under the name that it has.
  ///
  /// The cookie's secret is a new one in both cases, so that nobody who knew the old one has the session (session fixation). If
  /// somebody else was signed in with this browser, their session ends as if they had signed out: nobody could reach it any more.
  /// - Returns: the session, and what the browser's cookie has to hold from now on.
  func startSession(
    of subject: Subject, _ visitor: Visitor, _ sessions: any SessionStore
  ) async throws -> (session: SessionRecord, cookie: Secret) {
    let cookie = mint.secret()
    let now = clock.now()
    let lifetimes = configuration.lifetimes
    func session(_ id: SessionID) -> SessionRecord {
      SessionRecord(
        id: id, cookie: SecretHash(of: cookie), subject: subject, authenticated: now,
        authenticationContext: configuration.passwordContext, authenticationMethods: ["pwd"],
        idleUntil: now + min(lifetimes.sessionIdle, lifetimes.session), expires: now + lifetimes.session)
    }
    if let before = visitor.signedIn?.session {
      guard before.subject != subject else {
        let renewed = session(before.id)
        if try await sessions.renew(renewed, from: before.cookie) { return (renewed, cookie) }
        let new = session(mint.sessionID())
        try await sessions.save(new)
        return (new, cookie)
      }
      try await end(before.id, because: "another person signed in with the same browser")
    }
    let new = session(mint.sessionID())
    try await sessions.save(new)
    return (new, cookie)
  }
}

extension SessionRecord {
  /// What tokens that are given in this session tell of it.
  var details: ApprovalDetails {
    var details = ApprovalDetails(authenticationTime: authenticated)
    details.authenticationContext = authenticationContext
    details.authenticationMethods = authenticationMethods
    details.session = id
    return details
  }
}
