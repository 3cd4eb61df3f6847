public import OAuthCore

/// One sign-out that has begun: the address to open, and what its answer is checked with (RP-Initiated Logout §2, §3).
public struct LogoutAttempt: Sendable {
  /// The address to open in the person's browser. It carries the ID token: show it to that person, don't log it.
  public let url: String
  /// Where the browser comes back to; nil if it stays at the server.
  public let postLogoutRedirectURI: RedirectURI?

  package let state: Secret?

  /// Checks what the browser came back with.
  ///
  /// Being back says that the server is done, not that the person is signed out there: it may have asked, and they may have
  /// said no (§2).
  ///
  /// - Parameter url: the whole address that was opened.
  /// - Throws: ``LogoutError`` if it isn't the address expected, or has not exactly this attempt's `state`: somebody else
  ///   caused it then.
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
  /// Where it comes back to; the address carries the ID token.
  public var description: String { "LogoutAttempt(\(postLogoutRedirectURI?.description ?? "no way back"))" }
}
