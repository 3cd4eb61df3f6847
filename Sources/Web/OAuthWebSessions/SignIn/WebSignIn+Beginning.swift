internal import HTTPTypes
internal import Logging
internal import OAuth
internal import OAuthCore
internal import OAuthProviders
internal import OpenIDConnect

extension WebSignIn {
  /// Renders the page with a link to each provider, or begins a sign-in at the only one.
  func signInPage(_ request: WebRequest, _ session: BrowserSession?) async throws -> WebResponse {
    let returnPath = returnPath(in: request)
    let query = query(of: request)
    let options = SignInOptions(query)
    let isAgain = ((try? query.single(Self.againField)) ?? nil) == "yes"
    guard session == nil || isAgain || !options.stepUp.isEmpty else { return redirect(to: returnPath.text) }
    let notice = ((try? query.single(Self.noticeField)) ?? nil).flatMap(SignInNotice.init(rawValue:))
    let clients = clients(for: options, session)
    guard !clients.isEmpty else { throw SignInRefusal.weakSignIn }
    let choices = clients.map { client in
      WebSignInPage.Choice(
        name: client.provider.name, address: beginning(at: client, returningTo: returnPath, options),
        // A step-up leaves the session's kind as it is.
        rememberedAddress: session == nil && sessions.lifetimes.remembered != nil
          ? beginning(at: client, returningTo: returnPath, options, isRemembered: true) : nil)
    }
    // After a notice the user decides. A provider that answers `prompt=none` with an error leads to one.
    let isOnlyChoice = choices.count == 1 && choices[0].rememberedAddress == nil
    if isSkippingChoice, isOnlyChoice, !isAgain, request.method == .get, notice == nil || notice == .stepUp,
      !request.headers.isSpeculative, RequestOrigin(request.headers, of: address.origin) != .foreign
    {
      return try await beginSignIn(request, session, at: clients[0])
    }
    return try page(.signIn(choices, notice: notice?.words), deletesCopies: notice?.isAfterSession == true)
  }

  /// Returns the clients that a user may choose from. A step-up needs an ID token, and the provider
  /// of the session if it issues one.
  private func clients(for options: SignInOptions, _ session: BrowserSession?) -> [ProviderClient] {
    guard !options.stepUp.isEmpty else { return clients }
    let able = clients.filter { $0.provider.scope.contains("openid") }
    let own = able.filter { $0.provider.id == session?.user.provider }
    return own.isEmpty ? able : own
  }

  private func beginning(
    at client: ProviderClient, returningTo returnPath: ReturnPath, _ options: SignInOptions, isRemembered: Bool = false
  ) -> String {
    var query = FormParameters()
    if returnPath != .root { query.append(Self.returnField, ReturnCookie.reference(returnPath)) }
    options.append(to: &query)
    if isRemembered { query.append(Self.rememberField, "yes") }
    let text = query.queryEncoded()
    return paths.signIn + "/" + client.provider.id + (text.isEmpty ? "" : "?" + text)
  }

  private static let rememberField = "remember"

  /// Returns whether the user chose to stay signed in, and may. A session that goes on decides itself.
  private func isRemembered(_ request: WebRequest, _ session: BrowserSession?) -> Bool {
    guard sessions.lifetimes.remembered != nil else { return false }
    return session?.isRemembered ?? (((try? query(of: request).single(Self.rememberField)) ?? nil) == "yes")
  }

  /// Begins a sign-in and redirects the browser to the provider.
  ///
  /// It is a link and not a form: Chromium applies `form-action` to each redirect, and providers
  /// redirect to addresses that are unknown beforehand. A link of another site leads to the
  /// sign-in page, so that no other site can begin a sign-in.
  func beginSignIn(
    _ request: WebRequest, _ session: BrowserSession?, at client: ProviderClient
  ) async throws -> WebResponse {
    guard !request.headers[values: .secPurpose].contains(where: { $0.contains("prefetch") }) else {
      throw SignInRefusal.prefetch
    }
    let options = SignInOptions(query(of: request))
    guard RequestOrigin(request.headers, of: address.origin) != .foreign else {
      return redirectToSignIn(returningTo: returnPath(in: request), options: options)
    }
    var purpose = SignInPurpose(stepUp: options.stepUp)
    if !options.stepUp.isEmpty {
      guard client.provider.scope.contains("openid") else { throw SignInRefusal.weakSignIn }
      if let user = session?.user, user.provider == client.provider.id { purpose.user = [user.issuer, user.subject] }
    }
    let remembered = isRemembered(request, purpose.user.isEmpty ? nil : session)
    do {
      let begun = try await begin(request, options, purpose, isRemembered: remembered, at: client)
      return adding(begun.cookies, to: redirect(to: begun.url))
    } catch let error as any ExplainedError {
      return problem(error, at: client, returningTo: returnPath(in: request))
    }
  }

  /// Begins a sign-in whose identity is linked to the account of a session. A form of the application
  /// asks for it, in that session.
  ///
  /// The user chooses the account at the provider, because another site may have signed the browser
  /// in there. The answer is a page, as after a sign-out: Chromium applies `form-action` to redirects.
  func beginLinking(
    _ request: WebRequest, _ session: BrowserSession?, at client: ProviderClient
  ) async throws -> WebResponse {
    guard let session, let account = session.user.account else { throw SignInRefusal.linkingEnded }
    try await checkForm(request, session.formToken)
    let purpose = SignInPurpose(
      link: SignInPurpose.Link(
        account: account, sessionNames: session.endingNames.map(\.text), signedInAt: session.user.signedInAt))
    let begun = try await begin(
      request, SignInOptions(prompts: ["select_account"]), purpose, isRemembered: isRemembered(request, session),
      at: client)
    return adding(begun.cookies, to: try page(.continuing(name: client.provider.name, address: begun.url)))
  }

  private func begin(
    _ request: WebRequest, _ options: SignInOptions, _ purpose: SignInPurpose, isRemembered: Bool,
    at client: ProviderClient
  ) async throws -> (url: String, cookies: [String]) {
    let attempt = try await client.begin(
      redirectURI: redirectURI(of: client), parameters: options.parameters(at: client.provider))
    let isPosted = attempt.responseMode == .formPost
    var sealedText = try attempt.sealed(by: sealer).reveal()
    if let sealedPurpose = try purpose.sealed(by: sessions, state: attempt.state) {
      sealedText += "." + sealedPurpose.reveal()
    }
    let cookies = attempts.adding(
      attempt.state.reveal(), sealed: Secret(sealedText), returnPath: returnPath(in: request),
      isRemembered: isRemembered, isPosted: isPosted, to: request.headers, now: clock.now())
    logger.info("sign-in begun", metadata: ["provider": "\(client.provider.id)"])
    return (attempt.url, cookies)
  }
}
