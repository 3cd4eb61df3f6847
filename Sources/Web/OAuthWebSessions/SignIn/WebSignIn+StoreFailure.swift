internal import FoundationBasics
internal import HTTPTypes
internal import Logging
internal import OAuthCore

extension WebSignIn {
  /// Answers a request whose session the store can't return.
  ///
  /// A user can sign out even then: the cookie itself proves that a form belongs to the session.
  ///
  /// - Parameters:
  ///   - request: Any request.
  ///   - error: The store's error.
  /// - Returns: The page that asks whether to sign out, or that says which session stays valid; an
  ///   error page for other paths.
  package func answer(_ request: WebRequest, withoutStore error: any Error) async -> WebResponse {
    guard request.path == paths.signOut, let token = sessions.formToken(in: request.headers) else {
      return request.headers[.csrf] == nil ? problem(error) : problem(forScript: error)
    }
    do {
      switch request.method {
      case .get, .head:
        let form = WebSignInPage.SignOut(
          address: paths.signOut, field: FormField.name, token: token,
          name: "a user of \(address.parts.authority)", startAddress: startPath)
        return try page(.signOut(form))
      case .post:
        try await checkForm(request, token)
        return signedOutHereOnly(request, until: nil, because: error)
      default: return problem(error)
      }
    } catch {
      return problem(error)
    }
  }

  /// Deletes the session's cookie, and returns a page that says for how long a copy of it stays valid.
  ///
  /// - Parameters:
  ///   - request: The request, with the cookie.
  ///   - end: The end of the session; `nil` if it isn't known.
  ///   - error: The store's error.
  func signedOutHereOnly(_ request: WebRequest, until end: Date?, because error: any Error) -> WebResponse {
    let end = end ?? clock.now().addingTimeInterval(sessions.lifetimes.longest.inSeconds)
    var response = problem(UnstoredSignOut(remaining: end.timeIntervalSince(clock.now()), cause: error))
    forgetSession(of: request.headers, in: &response.headers)
    return response
  }
}
