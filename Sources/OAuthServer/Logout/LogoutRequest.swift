internal import OAuthCore

/// A wish to sign out (RP-Initiated Logout §2), with what of it may be believed.
struct LogoutRequest: Sendable {
  /// The client that asks, as its ID token or `client_id` says.
  let client: RegisteredClient?
  /// The ID token that came along, if it is the client's.
  let hint: IDTokenHint?
  /// Where the browser goes afterwards: an address that the client registered, octet for octet (§3).
  let back: RedirectURI?
  /// What the address is given along.
  let state: Secret?
  /// What the person understands, as the client says it.
  let uiLocales: LanguagePreference
  /// The parameters that were understood, as a form: the page carries them to the decision, where they are checked again.
  let encoded: Secret

  /// Whether the ID token belongs to this session, so that the person needn't be asked (§2).
  func isProven(for session: SessionRecord, _ pairwiseSubjects: PairwiseSubjects?) -> Bool {
    guard let hint, let client, hint.session == session.id.told(to: client).rawValue else { return false }
    return HintedUser(named: hint.subject, to: client, pairwiseSubjects).means(session.subject)
  }

  /// The address with the client's state.
  var location: String? {
    guard let back else { return nil }
    guard let state else { return back.text }
    var parameters = FormParameters()
    parameters.append("state", state.reveal())
    return back.adding(parameters)
  }
}

/// Checks wishes to sign out.
struct LogoutRequestParser: Sendable {
  let configuration: AuthorizationServerConfiguration
  let clients: any ClientStore

  /// Every parameter that is understood. Others are ignored, `logout_hint` among them: a browser has one session.
  static let understood = ["id_token_hint", "client_id", "post_logout_redirect_uri", "state", "ui_locales"]

  /// Reads a request.
  ///
  /// It is never refused for what can't be believed: somebody who wants to sign out of a machine that others use must be able to.
  /// Such a request loses what is wrong, and the way back with it (§3, §4), so that the person is asked and stays here.
  /// - Returns: the request, and why something of it doesn't count, for the log.
  /// - Throws: ``AuthorizationRefusal`` if a parameter is repeated or all are too long; what the store of clients throws.
  func parse(_ parameters: FormParameters) async throws -> (request: LogoutRequest, fault: String?) {
    var kept = FormParameters()
    do {
      for name in Self.understood { kept.append(name, ifPresent: try parameters.single(name)) }
    } catch {
      throw PageRefusal(.repeated(error.name))
    }
    let encoded = kept.formEncoded()
    guard encoded.utf8.count <= AuthorizationRequestParser.maximumOctets else {
      throw PageRefusal(.malformed)
    }
    func request(_ client: RegisteredClient?, _ hint: IDTokenHint? = nil, back: RedirectURI? = nil) -> LogoutRequest {
      LogoutRequest(
        client: client, hint: hint, back: back, state: kept.value("state").map(Secret.init),
        uiLocales: LanguagePreference(uiLocales: kept.value("ui_locales") ?? ""), encoded: Secret(encoded))
    }
    let compact = kept.value("id_token_hint")
    let hint = compact.flatMap { try? IDTokenHint($0, configuration) }
    guard compact == nil || hint != nil else {
      return (request(nil), "id_token_hint is not an ID token of this server")
    }
    let named = kept.value("client_id")
    guard hint == nil || named == nil || hint?.clientID == named else {
      return (request(nil), "id_token_hint was made for another client than client_id")
    }
    guard let id = hint?.clientID ?? named else {
      return (request(nil), kept.value("post_logout_redirect_uri").map { _ in "no client says whose the address is" })
    }
    guard let client = try await clients.client(id) else { return (request(nil), "the client is unknown") }
    guard let text = kept.value("post_logout_redirect_uri") else { return (request(client, hint), nil) }
    guard let back = client.settings.postLogoutRedirectURIs.first(where: { $0.text == text }) else {
      return (request(client), "post_logout_redirect_uri is not registered for the client")
    }
    return (request(client, hint, back: back), nil)
  }
}
