public import FoundationBasics
internal import OAuth
public import OAuthCore

/// One sign-out that has begun: the address to open, and the check of its answer (RP-Initiated
/// Logout §2, §3).
///
/// If another process may take the answer, seal the attempt with ``sealed(by:)``.
public struct LogoutAttempt: Sendable {
  /// The address to open in the user's browser. It contains the ID token: never log it or show it
  /// to another user.
  public let url: String
  /// The same address as Foundation's type, for `ASWebAuthenticationSession` and `openURL`.
  public let pageURL: URL

  let expectedCallback: ExpectedLogoutCallback
  let client: ClientIdentity
  /// The time when the sign-out began, by this machine's clock.
  let beganAt: Date

  /// The address that the browser comes back to; `nil` if it stays at the server.
  public var postLogoutRedirectURI: RedirectURI? { expectedCallback.postLogoutRedirectURI }

  package var state: Secret? { expectedCallback.state }

  /// Checks the answer of the browser.
  ///
  /// A valid answer means that the server is done, not that the user is signed out there. The
  /// server may have asked, and the user may have declined (§2).
  ///
  /// - Parameter url: The whole address that the browser came back to.
  /// - Throws: ``LogoutError`` if it isn't the expected address, or if its `state` isn't this
  ///   attempt's, so that another party may have caused it.
  public func receive(_ url: String) throws(LogoutError) {
    try expectedCallback.check(url)
  }

  /// Checks the answer of the browser, as `onOpenURL` delivers it.
  ///
  /// - Parameter url: The whole address that the browser came back to.
  /// - Throws: The errors of ``receive(_:)-(String)``.
  public func receive(_ url: URL) throws(LogoutError) {
    try receive(url.absoluteString)
  }
}

extension LogoutAttempt: Redacted {
  /// Only the redirect URI, because the address contains the ID token.
  public var description: String { "LogoutAttempt(\(postLogoutRedirectURI?.description ?? "no way back"))" }
}
