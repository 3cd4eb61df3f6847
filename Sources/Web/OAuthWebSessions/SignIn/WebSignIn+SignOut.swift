package import HTTPTypes
internal import Logging
package import OAuthCore
internal import OAuthProviders
internal import OAuthSessions
internal import OpenIDConnect

extension WebSignIn {
  /// Renders the page that asks whether to sign out. An application that has no form of its own
  /// links to it.
  func signOutPage(_ session: BrowserSession?) throws -> WebResponse {
    guard let session else { return redirect(to: signInLocation()) }
    let form = WebSignInPage.SignOut(
      address: paths.signOut, field: FormField.name, token: session.formToken, name: session.user.profile.displayName,
      startAddress: startPath)
    return try page(.signOut(form))
  }

  /// Ends the session, revokes its tokens, and signs the user out at the provider if the provider
  /// has a page for it (RP-Initiated Logout §2).
  func signOut(_ request: WebRequest, _ session: BrowserSession?) async throws -> WebResponse {
    // First of all: another site's form comes without the cookie, and looks like that of a user who is signed out.
    guard RequestOrigin(request.headers, of: address.origin) != .foreign else { throw SignInRefusal.foreignForm }
    guard let session else { return signedOut(request, .signedOut) }
    try await checkForm(request, session.formToken)
    // The session ends first, so that this browser is signed out whatever the provider answers.
    do {
      try await sessions.end(session)
    } catch {
      return signedOutHereOnly(request, until: session.end(sessions.lifetimes), because: error)
    }
    var notice = SignInNotice.signedOut
    guard let client = client(at: session.user.provider) else {
      try? await discard(session)
      return signedOut(request, notice)
    }
    var isRevoked = true
    if sessions.storage.isOnServer {
      switch await revoke(session, at: client) {
      case .deletedOnly: (notice, isRevoked) = (.signedOutHereOnly, false)
      // Without a refresh token the provider issues no new access token: the user is signed out.
      case .accessTokenLeft: isRevoked = false
      case .revoked, .nothingToRevoke: break
      }
    }
    // The session has ended. The store deletes it at its expiry if it can't do so now.
    try? await discard(session)
    logger.info("signed out", metadata: ["provider": "\(client.provider.id)", "revoked": "\(isRevoked)"])
    guard let leaving = await logout(of: session, at: client) else { return signedOut(request, notice) }
    // A page that leads on and not a redirect: Chromium applies the `form-action` of the
    // application's page to each redirect of its form. A `Refresh` field with an ID token would be
    // longer than proxies accept.
    var response = try page(.leaving(name: client.provider.name, address: leaving.url), deletesCopies: true)
    forgetSession(of: request.headers, in: &response.headers)
    return response
  }

  private func signedOut(_ request: WebRequest, _ notice: SignInNotice) -> WebResponse {
    var response = redirect(to: signInLocation(notice: notice))
    forgetSession(of: request.headers, in: &response.headers)
    return response
  }

  /// Deletes the session's cookie if the request has it, and the browser's copies of the user's pages.
  package func forgetSession(of fields: HTTPFields, in answer: inout HTTPFields) {
    guard sessions.cookie.isPresent(in: fields) else { return }
    answer.append(HTTPField(name: .setCookie, value: sessions.cookie.deleting))
    markEnded(fields, in: &answer)
    answer.deleteBrowserCopies()
  }

  /// Lets the browser remember that the session of its cookie has ended.
  func markEnded(_ fields: HTTPFields, in answer: inout HTTPFields) {
    if let field = sessions.endingField(of: fields) { answer.append(HTTPField(name: .setCookie, value: field)) }
  }

  private func revoke(_ session: BrowserSession, at client: ProviderClient) async -> SignOutOutcome {
    do {
      return try await client.signOut(try await tokens.tokens(of: session, client))
    } catch {
      return .deletedOnly(error)
    }
  }

  /// Begins the sign-out at the provider; `nil` if it has none, or can't be asked now.
  ///
  /// The `state` of its answer isn't kept: the page that the browser comes back to signs no user in
  /// or out, so a forged answer changes nothing.
  private func logout(of session: BrowserSession, at client: ProviderClient) async -> LogoutAttempt? {
    do {
      return try await client.beginLogout(
        idTokenHint: session.idToken, postLogoutRedirectURI: RedirectURI(address.origin + paths.signedOut))
    } catch OpenIDError.noLogoutEndpoint {
      return nil
    } catch {
      logger.notice(
        "no sign-out at the provider",
        metadata: ["provider": "\(client.provider.id)", "reason": "\(Self.reason(error))"])
      return nil
    }
  }

  /// Checks that a form was sent from the application's own page, in the session with a form token.
  ///
  /// Three independent defences must all hold: the cookie is `SameSite=Lax`, the browser names this
  /// origin, and the form has the session's token.
  ///
  /// - Throws: ``SignInRefusal/foreignForm`` or ``SignInRefusal/notAForm``.
  func checkForm(_ request: WebRequest, _ token: Secret) async throws {
    guard RequestOrigin(request.headers, of: address.origin) != .foreign else { throw SignInRefusal.foreignForm }
    let (form, _) = try await form(in: request)
    try check(form, token)
  }

  /// Checks the token of a form.
  package func check(_ form: FormParameters, _ token: Secret) throws(SignInRefusal) {
    guard let sentToken = (try? form.single(FormField.name)) ?? nil, Secret(sentToken) == token else {
      throw .foreignForm
    }
  }
}
