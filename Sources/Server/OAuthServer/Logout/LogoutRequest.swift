internal import OAuthCore

/// A request to sign out (RP-Initiated Logout §2), reduced to what the server could verify.
struct LogoutRequest: Sendable {
  /// The client that sends the user, named by its ID token or by `client_id`.
  let client: RegisteredClient?
  /// The ID token of the request (`id_token_hint`), if it was issued to the client.
  let hint: IDTokenHint?
  /// The address that the browser is sent to afterwards: one that the client registered, compared
  /// byte by byte (§3).
  let back: RedirectURI?
  /// The client's `state`, which is added to the address.
  let state: Secret?
  /// The user's preferred languages, as the client reports them.
  let uiLocales: LanguagePreference
  /// The recognized parameters, encoded as a form. The page carries them to the decision, where
  /// they are checked again.
  let encodedForm: Secret

  /// Returns whether the ID token belongs to this session, so that the user needn't be asked (§2).
  func isProven(for session: UserSessionRecord, _ pairwiseSubjects: PairwiseSubjects?) -> Bool {
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

/// Checks requests to sign out.
struct LogoutRequestParser: Sendable {
  let configuration: AuthorizationServerConfiguration
  let clients: any ClientStore

  /// The recognized parameters. Others are ignored, including `logout_hint`: a browser has one
  /// session.
  static let knownParameters = ["id_token_hint", "client_id", "post_logout_redirect_uri", "state", "ui_locales"]

  /// Parses a request.
  ///
  /// A claim that can't be verified never rejects the request: a user at a shared machine must be
  /// able to sign out. Such a request loses the wrong parts and its return address (§3, §4), so
  /// that the user is asked and stays here.
  /// - Returns: The request, and for the log the reason why a part of it was ignored.
  /// - Throws: ``PageRefusal`` if a parameter is repeated or the parameters are too long; the
  ///   errors of the client store.
  func parse(_ parameters: FormParameters) async throws -> (request: LogoutRequest, fault: String?) {
    var keptForm = FormParameters()
    do {
      for name in Self.knownParameters { keptForm.append(name, ifPresent: try parameters.single(name)) }
    } catch {
      throw PageRefusal(.repeated(error.name))
    }
    let encodedForm = keptForm.formEncoded()
    guard encodedForm.utf8.count <= AuthorizationRequestParser.maximumBytes else {
      throw PageRefusal(.malformed)
    }
    func request(_ client: RegisteredClient?, _ hint: IDTokenHint? = nil, back: RedirectURI? = nil) -> LogoutRequest {
      LogoutRequest(
        client: client, hint: hint, back: back, state: keptForm.value("state").map(Secret.init),
        uiLocales: LanguagePreference(uiLocales: keptForm.value("ui_locales") ?? ""), encodedForm: Secret(encodedForm))
    }
    let compact = keptForm.value("id_token_hint")
    let hint = compact.flatMap { try? IDTokenHint($0, configuration) }
    guard compact == nil || hint != nil else {
      return (request(nil), "id_token_hint is not an ID token of this server")
    }
    let namedClient = keptForm.value("client_id")
    guard hint == nil || namedClient == nil || hint?.clientID == namedClient else {
      return (request(nil), "id_token_hint was issued to another client than client_id")
    }
    guard let id = hint?.clientID ?? namedClient else {
      return (
        request(nil), keptForm.value("post_logout_redirect_uri").map { _ in "post_logout_redirect_uri needs a client" }
      )
    }
    guard let client = try await client(id) else { return (request(nil), "the client is unknown") }
    guard let text = keptForm.value("post_logout_redirect_uri") else { return (request(client, hint), nil) }
    guard let back = client.settings.postLogoutRedirectURIs.first(where: { $0.text == text }) else {
      return (request(client), "post_logout_redirect_uri is not registered for the client")
    }
    return (request(client, hint, back: back), nil)
  }

  /// Returns a client. A client whose metadata document can't be used is unknown: its users can sign
  /// out all the same.
  private func client(_ id: String) async throws -> RegisteredClient? {
    do {
      return try await clients.client(id)
    } catch is ClientDocumentError {
      return nil
    }
  }
}
