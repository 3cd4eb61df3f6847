internal import HTTPTypes
internal import Logging
internal import OAuthCore

extension AuthorizationServer {
  /// The end session endpoint (RP-Initiated Logout §2): GET with a query, or POST with a form.
  func answerLogout(_ request: HTTPRequest, _ target: RequestTarget, _ body: [UInt8]) async throws -> HTTPAnswer {
    try await refusing {
      let parameters = try parameters(of: request, target, body)
      let (asked, fault) = try await logoutParser.parse(parameters)
      if let fault {
        logger.notice(
          "A wish to sign out has a fault, and the person is asked",
          metadata: ["client_id": "\(asked.client?.id ?? "unknown")", "fault": "\(fault)"])
      }
      guard let visitor = try await visitor(of: request) else { throw AuthorizationRefusal.page(.malformed) }
      if request.method == .post, visitor.isNew {
        // A form from the client's site comes without the cookie (`SameSite`); the redirect that answers it goes with it.
        return .redirect(to: configuration.endSessionEndpoint.text + "?" + asked.encoded.reveal())
      }
      guard let signedIn = visitor.signedIn else { return try signedOut(asked, .nobodySignedIn, isConfirmed: false) }
      guard asked.isProven(for: signedIn.session, configuration.pairwiseSubjects) else {
        return try signOutPage(asked, signedIn, visitor)
      }
      try await end(signedIn.session.id, because: "its person signed out at a client")
      return try signedOut(asked, .signedOut, person: signedIn.user, isConfirmed: true)
    }
  }

  /// Takes what the person decided on the page that asks whether to sign out. The form carries the whole request, which is checked
  /// again.
  func answerLogoutDecision(_ request: HTTPRequest, _ body: [UInt8]) async throws -> HTTPAnswer {
    try await refusing {
      let form = try ownForm(request, body)
      guard let carried = try? FormParameters(decoding: try single(PageField.logout, in: form) ?? "") else {
        throw AuthorizationRefusal.page(.malformed)
      }
      let asked = try await logoutParser.parse(carried).request
      guard let visitor = try await visitor(of: request) else { throw AuthorizationRefusal.page(.malformed) }
      guard let signedIn = visitor.signedIn else { return try signedOut(asked, .nobodySignedIn, isConfirmed: false) }
      guard visitor.formToken.matches(try single(PageField.token, in: form)) else {
        logger.notice("A form without its browser's token came: its page is shown again")
        return try signOutPage(asked, signedIn, visitor)
      }
      switch try single(PageField.decision, in: form) {
      case PageField.approve:
        try await end(signedIn.session.id, because: "its person signed out")
        return try signedOut(asked, .signedOut, person: signedIn.user, isConfirmed: true)
      case PageField.deny:
        return try signedOut(asked, .stayedSignedIn, person: signedIn.user, isConfirmed: false)
      default:
        throw AuthorizationRefusal.page(.unknownDecision)
      }
    }
  }

  private var logoutParser: LogoutRequestParser {
    LogoutRequestParser(configuration: configuration, clients: clients)
  }

  private func signOutPage(
    _ asked: LogoutRequest, _ signedIn: Visitor.SignedIn, _ visitor: Visitor
  ) throws -> HTTPAnswer {
    let page = SignOutPage(
      client: asked.client?.card, person: signedIn.user.name, issuer: issuer.text,
      action: issuer.pathPrefix + AuthorizationServerConfiguration.Path.logoutDecision,
      hiddenFields: [
        HiddenField(name: PageField.logout, value: asked.encoded),
        HiddenField(name: PageField.token, value: visitor.formToken.secret),
      ])
    return try answer(.signOut(page), status: .ok, answeredAt: asked.back, uiLocales: asked.uiLocales)
  }

  /// The end of it: the browser goes back to the client, if an ID token of the client's or the person's own word makes sure that
  /// this isn't some other site's doing (RP-Initiated Logout §3). Otherwise it stays here, and there may be a link: also if nobody
  /// vouched for the client, since anybody can have an ID token of a client that they registered (RFC 9700 §4.11.2).
  private func signedOut(
    _ asked: LogoutRequest, _ outcome: SignedOutPage.Outcome, person: User? = nil, isConfirmed: Bool
  ) throws -> HTTPAnswer {
    let mayGoBack =
      outcome != .stayedSignedIn && (isConfirmed || (asked.hint != nil && asked.client?.isUntrusted == false))
    let answer: HTTPAnswer
    if mayGoBack, let location = asked.location {
      answer = .redirect(to: location)
    } else {
      let page = SignedOutPage(
        outcome, person: person?.name, client: asked.client?.card, back: asked.location, issuer: issuer.text)
      answer = try self.answer(.signedOut(page), status: .ok, answeredAt: nil, uiLocales: asked.uiLocales)
    }
    return outcome == .signedOut ? answer.setting(cookie: sessionCookie.taking) : answer
  }
}
