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

  /// Renders the page with a link to each provider.
  func signInPage(_ request: WebRequest, _ session: BrowserSession?) throws -> WebResponse {
    let returnPath = returnPath(in: request)
    guard session == nil else { return redirect(to: returnPath.text) }
    let notice = ((try? query(of: request).single(Self.noticeField)) ?? nil).flatMap(SignInNotice.init(rawValue:))
    return try signInPage(returningTo: returnPath, notice)
  }

  private func signInPage(returningTo returnPath: ReturnPath, _ notice: SignInNotice?) throws -> WebResponse {
    let choices = clients.map { client in
      WebSignInPage.Choice(
        name: client.provider.name, address: beginning(at: client, returningTo: returnPath),
        rememberedAddress: sessions.lifetimes.remembered.map { _ in
          beginning(at: client, returningTo: returnPath, isRemembered: true)
        })
    }
    return try page(.signIn(choices, notice: notice?.words))
  }

  private static let rememberField = "remember"

  /// Returns whether the user chose to stay signed in, and may.
  private func isRemembered(_ request: WebRequest) -> Bool {
    sessions.lifetimes.remembered != nil && ((try? query(of: request).single(Self.rememberField)) ?? nil) == "yes"
  }

  private func beginning(
    at client: ProviderClient, returningTo returnPath: ReturnPath, isRemembered: Bool = false
  ) -> String {
    var query = FormParameters()
    if returnPath != .root { query.append(Self.returnField, returnPath.text) }
    if isRemembered { query.append(Self.rememberField, "yes") }
    let text = query.queryEncoded()
    return paths.signIn + "/" + client.provider.id + (text.isEmpty ? "" : "?" + text)
  }

  /// Begins a sign-in and redirects the browser to the provider.
  ///
  /// It is a link and not a form: Chromium applies `form-action` to each redirect, and providers
  /// redirect to addresses that are unknown beforehand. A link of another site leads to the
  /// sign-in page, so that no other site can begin a sign-in.
  func beginSignIn(_ request: WebRequest, at client: ProviderClient) async throws -> WebResponse {
    guard !request.headers[values: .secPurpose].contains(where: { $0.contains("prefetch") }) else {
      throw SignInRefusal.prefetch
    }
    let returnPath = returnPath(in: request)
    guard RequestOrigin(request.headers, of: address.origin) != .foreign else {
      return redirect(to: signInLocation(returningTo: returnPath))
    }
    let attempt = try await client.begin(redirectURI: redirectURI(of: client))
    let isPosted = attempt.responseMode == .formPost
    var response = redirect(to: attempt.url)
    let fields = attempts.adding(
      attempt.state.reveal(), sealed: try attempt.sealed(by: sealer), returnPath: returnPath,
      isRemembered: isRemembered(request), isPosted: isPosted, to: request.headers, now: clock.now())
    for field in fields { response.headers.append(HTTPField(name: .setCookie, value: field)) }
    logger.info("sign-in begun", metadata: ["provider": "\(client.provider.id)"])
    return response
  }

  /// Handles a provider's callback: redeems the code, and begins a session with a new secret.
  ///
  /// - Parameter old: The session that the browser had before. It ends.
  func finishSignIn(
    _ request: WebRequest, at client: ProviderClient, replacing old: BrowserSession?
  ) async throws -> WebResponse {
    let (callback, parameters, form) = try await callback(in: request)
    guard let state = (try? parameters.single("state")) ?? nil,
      let attemptCookie = attempts.attempt(state, in: request.headers)
    else { throw SignInRefusal.unexpectedCallback }
    var response: WebResponse
    do {
      response = try await finish(
        callback, attemptCookie, at: client, form: form, from: SessionDevice(userAgent: request.headers[.userAgent]),
        replacing: old)
    } catch CallbackError.refused(let refusal) where Self.denials.contains(refusal.error) {
      response = redirect(to: signInLocation(returningTo: attemptCookie.returnPath, notice: .cancelled))
    } catch let error as CallbackError where error.leavesWaiting {
      throw error
    } catch {
      response = problem(error)
    }
    response.headers.append(HTTPField(name: .setCookie, value: attemptCookie.cookie.deleting))
    return response
  }

  // RFC 6749 §4.1.2.1, and Apple's own code.
  private static let denials: Set<ErrorCode> = [.accessDenied, ErrorCode("user_cancelled_authorize")]

  private func finish(
    _ callback: AuthorizationCallback, _ attemptCookie: AttemptCookies.Found, at client: ProviderClient, form: [UInt8],
    from device: SessionDevice, replacing old: BrowserSession?
  ) async throws -> WebResponse {
    let code: AuthorizationCode
    do {
      // Another provider's attempt doesn't open here, because it is sealed for its own client.
      let attempt = try await client.restoreAttempt(attemptCookie.sealedAttempt, from: sealer)
      code = try await attempt.receive(callback)
    } catch SealingError.invalid {
      throw SignInRefusal.unexpectedCallback
    } catch CallbackError.alreadyCompleted {
      throw SignInRefusal.unexpectedCallback
    } catch SealingError.expired {
      throw SignInRefusal.expired
    }
    let signedIn = try await client.exchange(code)
    let user = try await user(of: signedIn, at: client, form: form)
    let session = try await sessions.begin(
      user, tokens: sessions.storage.isOnServer ? StoredTokens(signedIn.tokens) : nil,
      idToken: signedIn.idToken?.compact, isRemembered: attemptCookie.isRemembered, device: device)
    // Only now: a sign-in that failed leaves the browser's session as it was.
    if let old { try await discard(old) }
    let field = try sessions.cookieField(session)
    var response = redirect(to: attemptCookie.returnPath.text)
    response.headers.append(HTTPField(name: .setCookie, value: field))
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
