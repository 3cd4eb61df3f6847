public import FoundationBasics

/// The session of one user in one browser, as a database saves it. It contains only the hash of the
/// browser's cookie.
public struct UserSessionRecord: Sendable, Hashable {
  /// The session's identifier, from which the `sid` of ID tokens is derived. It never changes while
  /// the session lives.
  public let id: SessionID
  /// The hash of the secret in the browser's cookie. Each sign-in generates a new secret, so a
  /// cookie that an attacker placed in the browser before never belongs to a session.
  public let cookie: SecretHash
  /// The signed-in user.
  public let subject: Subject
  /// The time of the last authentication, in whole seconds (`auth_time`).
  public let authenticatedAt: Date
  /// The authentication context class (`acr`); `nil` if the server states none.
  public let authenticationContext: String?
  /// The authentication methods (`amr`, RFC 8176).
  public let authenticationMethods: [String]
  /// The time when the session ends unless it is used before.
  public let idleUntil: Date
  /// The time when the session ends in any case.
  public let expires: Date
  /// The browser and its system at the sign-in, such as `Firefox, Linux`; `nil` if the browser didn't
  /// say or they aren't well known.
  public let browser: String?
  /// The address of the sign-in; `nil` if the server keeps none.
  public let address: ClientAddress?

  /// Creates a record. The server calls it for a sign-in, a database for a record that it read.
  /// - Parameters:
  ///   - id: The session's identifier.
  ///   - cookie: The hash of the cookie's secret.
  ///   - subject: The signed-in user.
  ///   - authenticatedAt: The time of the authentication; fractions of a second are dropped.
  ///   - authenticationContext: The authentication context class. Default: none.
  ///   - authenticationMethods: The authentication methods. Default: none.
  ///   - idleUntil: The time when the session ends unless it is used before; fractions of a second
  ///     are dropped.
  ///   - expires: The time when the session ends in any case; fractions of a second are dropped.
  ///   - browser: The browser and its system. Default: unknown.
  ///   - address: The address of the sign-in. Default: unknown.
  public init(
    id: SessionID, cookie: SecretHash, subject: Subject, authenticatedAt: Date, authenticationContext: String? = nil,
    authenticationMethods: [String] = [], idleUntil: Date, expires: Date, browser: String? = nil,
    address: ClientAddress? = nil
  ) {
    self.id = id
    self.cookie = cookie
    self.subject = subject
    self.authenticatedAt = authenticatedAt.wholeSeconds
    self.authenticationContext = authenticationContext
    self.authenticationMethods = authenticationMethods
    self.idleUntil = idleUntil.wholeSeconds
    self.expires = expires.wholeSeconds
    self.browser = browser
    self.address = address
  }

  /// Returns whether the session is still active.
  /// - Parameter moment: The server's time.
  public func isLive(at moment: Date) -> Bool {
    moment < min(idleUntil, expires)
  }

  /// Returns the same session with a later end of its idle time.
  /// - Parameter moment: The time when the session ends unless it is used before.
  public func used(until moment: Date) -> UserSessionRecord {
    UserSessionRecord(
      id: id, cookie: cookie, subject: subject, authenticatedAt: authenticatedAt,
      authenticationContext: authenticationContext, authenticationMethods: authenticationMethods, idleUntil: moment,
      expires: expires, browser: browser, address: address)
  }
}
