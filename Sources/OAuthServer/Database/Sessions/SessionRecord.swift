#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// All that the server remembers about one person's signed-in time with one browser, what the browser's cookie holds excepted.
public struct SessionRecord: Sendable, Hashable {
  /// The session's name, of which the `sid` of ID tokens is made. It never changes while the session lives.
  public let id: SessionID
  /// The hash of the secret in the browser's cookie. Each sign-in draws a new secret, so that a cookie which somebody put into
  /// the browser beforehand is never a session's.
  public let cookie: SecretHash
  /// Who is signed in.
  public let subject: Subject
  /// When they last proved who they are, in whole seconds (`auth_time`).
  public let authenticated: Date
  /// How well they were recognized (`acr`).
  public let authenticationContext: String?
  /// How they were recognized (`amr`, RFC 8176).
  public let authenticationMethods: [String]
  /// From when on the session is over unless it is used before.
  public let idleUntil: Date
  /// From when on the session is over in any case.
  public let expires: Date

  /// Puts a record together: the server for a sign-in, a store for one it read.
  /// - Parameters:
  ///   - id: the session's name.
  ///   - cookie: the hash of the cookie's secret.
  ///   - subject: who is signed in.
  ///   - authenticated: when they signed in; fractions of a second are dropped.
  ///   - authenticationContext: how well they were recognized.
  ///   - authenticationMethods: how they were recognized.
  ///   - idleUntil: from when on it is over unless it is used before; fractions of a second are dropped.
  ///   - expires: from when on it is over; fractions of a second are dropped.
  public init(
    id: SessionID, cookie: SecretHash, subject: Subject, authenticated: Date, authenticationContext: String? = nil,
    authenticationMethods: [String] = [], idleUntil: Date, expires: Date
  ) {
    self.id = id
    self.cookie = cookie
    self.subject = subject
    self.authenticated = authenticated.wholeSeconds
    self.authenticationContext = authenticationContext
    self.authenticationMethods = authenticationMethods
    self.idleUntil = idleUntil.wholeSeconds
    self.expires = expires.wholeSeconds
  }

  /// Whether the session isn't over.
  /// - Parameter moment: the server's time.
  public func isLive(at moment: Date) -> Bool {
    moment < min(idleUntil, expires)
  }

  /// The same session, used again.
  /// - Parameter moment: from when on it is over unless it is used before.
  public func used(until moment: Date) -> SessionRecord {
    SessionRecord(
      id: id, cookie: cookie, subject: subject, authenticated: authenticated,
      authenticationContext: authenticationContext, authenticationMethods: authenticationMethods, idleUntil: moment,
      expires: expires)
  }
}
