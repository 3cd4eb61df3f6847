public import OAuthCore

/// One sign-out that has begun: the address to open, and the check of its answer (RP-Initiated
/// Logout §2, §3).
public struct LogoutAttempt: Sendable {
  /// The address to open in the user's browser. It contains the ID token: never log it or show it
  /// to another user.
  public let url: String
  /// The address that the browser comes back to; `nil` if it stays at the server.
  public let postLogoutRedirectURI: RedirectURI?

  package let state: Secret?

  /// Checks the answer of the browser.
  ///
  /// A valid answer means that the server is done, not that the user is signed out there. The
  /// server may have asked, and the user may have declined (§2).
  ///
  /// - Parameter url: The whole address that the browser came back to.
  /// - Throws: ``LogoutError`` if it isn't the expected address, or if its `state` isn't this
  ///   attempt's, so that another party may have caused it.
  public func receive(_ url: String) throws(LogoutError) {
    guard let expected = postLogoutRedirectURI?.parts, let state else { throw .anotherRedirectURI }
    guard let received = try? ParsedURI(url) else { throw .malformed }
    guard received.scheme == expected.scheme, received.host == expected.host, received.port == expected.port,
      received.path == expected.path
    else { throw .anotherRedirectURI }
    let returned: String?
    do {
      returned = try FormParameters(decoding: Array((received.query ?? "").utf8)).single("state")
    } catch {
      throw .malformed
    }
    guard let returned else { throw .missingState }
    guard Secret(returned) == state else { throw .foreignState }
  }
}

extension LogoutAttempt: Redacted {
  /// Only the redirect URI, because the address contains the ID token.
  public var description: String { "LogoutAttempt(\(postLogoutRedirectURI?.description ?? "no way back"))" }
}
