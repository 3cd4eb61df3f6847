internal import OAuthCore

/// The values of one sign-out that the answer of the browser must match (RP-Initiated Logout §3).
struct ExpectedLogoutCallback: Sendable {
  let postLogoutRedirectURI: RedirectURI?
  let state: Secret?

  /// Checks the whole address that the browser came back to.
  func check(_ url: String) throws(LogoutError) {
    guard let expectedURI = postLogoutRedirectURI?.parts, let state else { throw .anotherRedirectURI }
    guard let receivedURI = try? ParsedURI(url) else { throw .malformed }
    guard receivedURI.scheme == expectedURI.scheme, receivedURI.host == expectedURI.host,
      receivedURI.port == expectedURI.port,
      receivedURI.path == expectedURI.path
    else { throw .anotherRedirectURI }
    let returnedState: String?
    do {
      returnedState = try FormParameters(decoding: Array((receivedURI.query ?? "").utf8)).single("state")
    } catch {
      throw .malformed
    }
    guard let returnedState else { throw .missingState }
    guard Secret(returnedState) == state else { throw .foreignState }
  }
}
