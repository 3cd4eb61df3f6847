internal import HTTPTypes
internal import Logging
internal import OAuthCore

/// The end session endpoint (RP-Initiated Logout §2): GET with a query, or POST with a form.
struct LogoutEndpoint: BrowserEndpoint {
  let flow: LogoutFlow
  /// Whether clients are notified when a session ends (OpenID Connect Back-Channel Logout).
  let notifiesClients: Bool
  var core: ServerCore { flow.core }
  var pages: PageResponder { flow.pages }

  var description: EndpointDescription {
    let fields: [OpenAPIOperation.Field] = LogoutRequestParser.knownParameters.map { .text($0) }
    let answers = [200: [OpenAPIOperation.html], 303: [], 400: [OpenAPIOperation.html], 500: [OpenAPIOperation.html]]
    let summary = "Signs a user out (RP-Initiated Logout)"
    return EndpointDescription(
      name: "logout", paths: [configuration.endSessionEndpoint.parts.path], methods: [.get, .head, .post],
      errors: .page, allowsOtherOrigins: false,
      events: [.sessionEnd],
      operations: [
        OpenAPIOperation(method: "get", summary: summary, query: fields, answers: answers),
        OpenAPIOperation(
          method: "post", summary: summary, body: .form(fields),
          answers: answers.merging([413: [OpenAPIOperation.text], 415: [OpenAPIOperation.html]]) { $1 }),
      ])
  }

  /// RP-Initiated Logout §2.1, Back-Channel Logout §2.1, OpenID Connect Discovery §3.
  var metadata: [String: JSONValue] {
    var members: [String: JSONValue] = ["end_session_endpoint": .string(configuration.endSessionEndpoint.text)]
    guard configuration.idTokenKeys != nil else { return members }
    members["backchannel_logout_supported"] = .bool(notifiesClients)
    members["backchannel_logout_session_supported"] = .bool(notifiesClients)
    members["acr_values_supported"] = configuration.passwordContext.map { [.string($0)] }
    return members
  }

  func answer(_ exchange: Exchange) async throws -> HTTPAnswer {
    try await answeringBrowser(exchange) {
      let parameters = try exchange.browserParameters()
      let (logoutRequest, fault) = try await flow.parser.parse(parameters)
      if let fault {
        logger.notice(
          "A request to sign out could not be verified, and the user is asked",
          metadata: ["client_id": "\(logoutRequest.client?.id ?? "unknown")", "fault": "\(fault)"])
      }
      let visitor = try await flow.sessions.visitor(of: exchange)
      if exchange.request.method == .post, visitor.isNew {
        // The browser sends no cookie with a form of the client's site (`SameSite`), but sends it
        // with the redirect.
        return .redirect(to: configuration.endSessionEndpoint.text + "?" + logoutRequest.encodedForm.reveal())
      }
      guard let signedIn = visitor.signedIn else {
        return try flow.signedOut(logoutRequest, .nobodySignedIn, isConfirmed: false, exchange)
      }
      guard logoutRequest.isProven(for: signedIn.session, configuration.pairwiseSubjects) else {
        return try flow.signOutPage(logoutRequest, signedIn, visitor, exchange)
      }
      try await flow.sessions.termination.end(
        signedIn.session.id, because: "its user signed out at a client", request: exchange.key)
      return try flow.signedOut(logoutRequest, .signedOut, person: signedIn.user, isConfirmed: true, exchange)
    }
  }
}
