internal import HTTPTypes
internal import Logging
internal import OAuth
internal import OAuthCore
internal import OAuthProviders
internal import OAuthSessions
internal import OpenIDConnect
internal import TokenStorage

extension WebSignIn {
  /// The length of the longest accepted form in bytes. The longest legitimate one is a posted
  /// callback, with a code and an ID token.
  static let maximumFormBytes = 16_384

  /// Handles a provider's callback: redeems the code, and begins a session with a new secret.
  ///
  /// - Parameter old: The session that the browser had before. It ends.
  func finishSignIn(
    _ request: WebRequest, at client: ProviderClient, replacing old: BrowserSession?
  ) async throws -> WebResponse {
    let (callback, parameters, form) = try await callback(in: request)
    guard let state = (try? parameters.single("state")) ?? nil,
      let attemptCookie = attempts.attempt(state, in: request.headers)
    else { throw Self.unexpectedCallback(old) }
    var response: WebResponse
    do {
      response = try await finish(
        callback, attemptCookie, state: state, at: client, form: form,
        from: SessionDevice(userAgent: request.headers[.userAgent]), replacing: old,
        hadCookie: sessions.cookie.isPresent(in: request.headers))
      if old != nil { markEnded(request.headers, in: &response.headers) }
    } catch CallbackError.refused(let refusal) where Self.denials.contains(refusal.error) {
      response = redirectToSignIn(returningTo: attemptCookie.returnPath, notice: .cancelled)
    } catch CallbackError.refused(let refusal) where Self.needsOfPages.contains(refusal.error) {
      response = redirectToSignIn(returningTo: attemptCookie.returnPath, notice: .needed)
    } catch let error as CallbackError where error.leavesWaiting {
      throw error
    } catch {
      response = problem(error, at: client, returningTo: attemptCookie.returnPath)
    }
    response.headers.append(HTTPField(name: .setCookie, value: attemptCookie.cookie.deleting))
    return response
  }

  /// The refusal of a callback that belongs to no sign-in of this browser. A signed-in user often
  /// comes back to the address that began the session.
  private static func unexpectedCallback(_ session: BrowserSession?) -> SignInRefusal {
    session == nil ? .unexpectedCallback : .alreadySignedIn
  }

  // RFC 6749 §4.1.2.1, and Apple's own code.
  private static let denials: Set<ErrorCode> = [.accessDenied, ErrorCode("user_cancelled_authorize")]

  // The answers to `prompt=none` if the provider has to show a page (OpenID Connect Core §3.1.2.6).
  private static let needsOfPages: Set<ErrorCode> = [
    ErrorCode("login_required"), ErrorCode("interaction_required"), ErrorCode("consent_required"),
    ErrorCode("account_selection_required"),
  ]

  private func finish(
    _ callback: AuthorizationCallback, _ attemptCookie: AttemptCookies.Found, state: String, at client: ProviderClient,
    form: [UInt8], from device: SessionDevice, replacing old: BrowserSession?, hadCookie: Bool
  ) async throws -> WebResponse {
    let code: AuthorizationCode
    let purpose: SignInPurpose
    do {
      let sealedAttempt: Secret
      (sealedAttempt, purpose) = try opened(attemptCookie.sealedAttempt, state: Secret(state))
      // Another provider's attempt doesn't open here, because it is sealed for its own client.
      let attempt = try await client.restoreAttempt(sealedAttempt, from: sealer)
      code = try await attempt.receive(callback)
    } catch SealingError.invalid {
      throw Self.unexpectedCallback(old)
    } catch CallbackError.alreadyCompleted {
      throw Self.unexpectedCallback(old)
    } catch CallbackError.refused(let refusal) where refusal.error == .unmetAuthenticationRequirements {
      throw SignInRefusal.weakSignIn
    } catch SealingError.expired {
      throw SignInRefusal.expired
    }
    let linkingAccount = try await linkingAccount(purpose.link, session: old, isPosted: !form.isEmpty)
    let signedIn = try await exchange(code, purpose, at: client)
    var user = try await user(of: signedIn, at: client, form: form)
    try purpose.check(user)
    user.account = try await accounts?.account(of: user, linkingTo: linkingAccount)
    let session = try await sessions.begin(
      user, tokens: sessions.storage.isOnServer ? StoredTokens(signedIn.tokens) : nil,
      idToken: signedIn.idToken?.compact, isRemembered: attemptCookie.isRemembered, device: device)
    // Only now: a sign-in that failed leaves the browser's session as it was.
    if let old {
      do {
        try await sessions.end(old)
      } catch {
        try? await sessions.delete(session)
        throw error
      }
      tokens.drop(old)
      // A session that has ended may stay in the store until it expires.
      try? await sessions.delete(old)
    }
    let field = try sessions.cookieField(session)
    // A long path doesn't fit into one answer with the session's cookie.
    var response = redirect(
      to: attemptCookie.longPathName.map { "\(paths.signIn)?\(Self.returnField)=\($0)" }
        ?? attemptCookie.returnPath.text)
    response.headers.append(HTTPField(name: .setCookie, value: field))
    // What the browser keeps of another user's pages must not come back with the Back button.
    if hadCookie, old?.user.subject != user.subject || old?.user.issuer != user.issuer {
      response.headers.deleteBrowserCopies()
    }
    logger.info("signed in", metadata: ["provider": "\(client.provider.id)"])
    return response
  }

  /// Ends a session, and deletes it with its tokens.
  package func discard(_ session: BrowserSession) async throws {
    try await sessions.end(session)
    tokens.drop(session)
    try await sessions.delete(session)
  }

  /// Reads a callback from the address or, for `form_post`, from the body.
  private func callback(
    in request: WebRequest
  ) async throws -> (callback: AuthorizationCallback, parameters: FormParameters, form: [UInt8]) {
    guard request.method == .post else {
      let callback = try AuthorizationCallback(url: address.origin + (request.head.path ?? ""))
      return (callback, query(of: request), [])
    }
    let (form, bytes) = try await self.form(in: request)
    return (try AuthorizationCallback(formBody: bytes), form, bytes)
  }

  /// Reads the form in a request.
  ///
  /// - Throws: ``SignInRefusal/notAForm``; ``RequestFailure`` with status 413 for a longer one
  ///   than the longest accepted form.
  func form(in request: WebRequest) async throws -> (form: FormParameters, bytes: [UInt8]) {
    guard request.headers.mediaType == OAuthCore.MediaType.form else { throw SignInRefusal.notAForm }
    let bytes = try await request.body(upTo: Self.maximumFormBytes)
    guard let form = try? FormParameters(decoding: bytes) else { throw SignInRefusal.notAForm }
    return (form, bytes)
  }
}
