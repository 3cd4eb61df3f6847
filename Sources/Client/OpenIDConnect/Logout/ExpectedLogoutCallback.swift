internal import OAuthCore

/// The values of one sign-out that the answer of the browser must match (RP-Initiated Logout §3).
struct ExpectedLogoutCallback: Sendable {
  let postLogoutRedirectURI: RedirectURI?
  let state: Secret?

  /// Checks the whole address that the browser came back to.
  func check(_ url: String) throws(LogoutError) {
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
