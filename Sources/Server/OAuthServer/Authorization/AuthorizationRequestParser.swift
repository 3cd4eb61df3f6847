internal import FoundationBasics
internal import OAuthCore
internal import PKCE

/// Checks authorization requests. The order of the checks decides whether the user or the client
/// gets an error (RFC 6749 §4.1.2.1).
struct AuthorizationRequestParser: ServerPart {
  let core: ServerCore
  let clients: any ClientStore
  /// The pushed requests; `nil` if the server offers none.
  let pushedRequests: (any PushedRequestOperations)?
  /// Fetches request objects; `nil` if the server fetches none.
  let transport: (any HTTPTransport)?
  let clientKeys: ClientKeySources
  let fetchBackoff: FetchBackoff
  let unauthenticatedRequests: UnauthenticatedRequestRate
  let rejectedObjects: RejectionCounts
  /// Whether the metadata lists the values of `prompt`.
  let announcesPrompts: Bool
  /// Whether the server accepts DPoP proofs. Without them a code can't be bound to a key, so
  /// `dpop_jkt` is ignored.
  let acceptsProofs: Bool

  /// The maximum length of a request, in bytes of its form. The request has to fit into the sign-in
  /// page's form after being encoded twice.
  static let maximumBytes = 16_384

  /// The parameters that the server understands and that may appear once. `resource` may be
  /// repeated (RFC 8707 §2). Other parameters are ignored (RFC 6749 §3.1), even repeated ones.
  static let knownParameters = [
    "response_type", "client_id", "redirect_uri", "scope", "state", "code_challenge", "code_challenge_method",
    "response_mode", "prompt", "login_hint", "request", "request_uri", "registration", "nonce",
    "max_age", "id_token_hint", "claims", "authorization_details", "dpop_jkt", "ui_locales",
  ]

  /// The stage of a request. It decides how old the request may be.
  enum Stage: Sendable {
    /// A client pushes the request (RFC 9126).
    case pushing
    /// A browser brings the request.
    case beginning
    /// The user decided about the request on a page of this server.
    case completion
  }

  /// Checks a request that came through a browser.
  /// - Parameters:
  ///   - parameters: The received parameters, or those that a page of this server carried.
  ///   - stage: The stage of the request.
  ///   - address: The address that the request came from.
  /// - Throws: `PageRefusal` if only the user can be informed, and ``RedirectRefusal`` if the
  ///   client can.
  func parse(
    _ parameters: FormParameters, at stage: Stage = .beginning, from address: ClientAddress?
  ) async throws -> CheckedAuthorizationRequest {
    let clientID = try required("client_id", in: parameters)
    guard let client = try await client(clientID) else {
      report(.unknownClient, of: clientID, clientID)
      throw PageRefusal(.unknownClient)
    }
    RequestLog.isFrom(client)
    let resolvedRequest = try await resolve(parameters, of: client, at: stage, from: address)
    let address = try answerAddress(resolvedRequest.parameters, client)
    do {
      return try request(resolvedRequest, address)
    } catch let refusal as Refusal {
      throw RedirectRefusal(address, refusal.response)
    }
  }

  /// Returns a client. If its metadata document can't be used, only the user can be informed: the
  /// document has the redirect URIs (draft-ietf-oauth-client-id-metadata-document-02 §5.1).
  private func client(_ id: String) async throws -> RegisteredClient? {
    do {
      return try await clients.client(id)
    } catch let error as ClientDocumentError {
      throw PageRefusal(.developersFault(error.explanation))
    }
  }

  /// Returns a parameter without which only the user can be informed about errors.
  func required(_ name: String, in parameters: FormParameters) throws -> String {
    guard let value = try parameters.shown(name) else { throw PageRefusal(.missing(name)) }
    return value
  }

  /// Returns the address of the response. The server redirects only to addresses that the client
  /// registered (RFC 6749 §4.1.2.1, RFC 9700 §4.11).
  func answerAddress(_ parameters: FormParameters, _ client: RegisteredClient) throws -> ResponseAddress {
    // RFC 6749 §3.1.2.3 lets a client with one registered address leave it out. This server always
    // requires it: every request then contains the address that its response goes to.
    let text = try required("redirect_uri", in: parameters)
    guard let redirectURI = client.redirectURI(sent: text) else {
      // A query may have anything in it.
      report(.redirectURI, of: client.id, String(text.prefix { $0 != "?" && $0 != "#" }))
      throw PageRefusal(.unregisteredRedirectURI)
    }
    // OpenID Connect Core §3.1.2.6: an unknown mode leaves no way to send the response.
    let name = try parameters.shown("response_mode")
    guard let mode = name.map(ResponseMode.init(rawValue:)) ?? .query, mode.reaches(redirectURI),
      configuration.canAnswer(client, in: mode)
    else { throw PageRefusal(.unsupportedResponseMode) }
    // If there are two values of `state`, neither is sent back.
    return ResponseAddress(
      client: client, redirectURI: redirectURI, state: parameters.value("state").map(Secret.init), mode: mode)
  }

  /// Checks everything else. The address of the response is known here, so errors go to the client.
  func request(_ resolvedRequest: ResolvedRequest, _ address: ResponseAddress) throws -> CheckedAuthorizationRequest {
    let parameters = resolvedRequest.parameters
    try parameters.rejectRepetition(of: Self.knownParameters)
    let encodedForm = resolvedRequest.carriedForm.formEncoded()
    guard encodedForm.utf8.count <= Self.maximumBytes else {
      throw Refusal(.invalidRequest, "the request is longer than \(Self.maximumBytes) bytes")
    }
    guard parameters.value("registration") == nil else {
      throw Refusal(ErrorCode("registration_not_supported"), "this server does not support the registration parameter")
    }
    guard let type = parameters.value("response_type") else {
      throw Refusal(.invalidRequest, "response_type is missing: send response_type=code")
    }
    guard type == "code" else {
      throw Refusal(.unsupportedResponseType, "this server supports only response_type=code")
    }
    guard address.client.grants.contains(.authorizationCode) else {
      report(.grant, of: address.client.id, GrantType.authorizationCode.rawValue)
      throw Refusal(.unauthorizedClient, "this client may not use the authorization code grant")
    }
    let challenge = try challenge(parameters, address.client)
    let scope = try scope(parameters, address.client)
    let claims = try claims(parameters, address.client)
    var details = ApprovalDetails()
    details.resources = try configuration.resources(parameters, address.client)
    details.authorizationDetails = try configuration.authorizationDetails(parameters, address.client)
    details.claims = claims?.json
    details.confirmation = try confirmation(parameters)
    guard details.isShallowEnough else {
      throw Refusal(.invalidRequest, "claims or authorization_details is nested too deeply")
    }
    return CheckedAuthorizationRequest(
      client: address.client, redirectURI: address.redirectURI, state: address.state, mode: address.mode, scope: scope,
      challenge: challenge, loginHint: parameters.value("login_hint"),
      nonce: parameters.value("nonce").map(Secret.init), hintedUser: try hintedUser(parameters, address.client),
      prompts: try prompts(parameters), maximumAge: try maximumAge(parameters, address.client),
      uiLocales: LanguagePreference(uiLocales: parameters.value("ui_locales") ?? ""),
      requestedSubjects: claims?.subjects,
      essentialContexts: claims?.essentialContexts ?? [], details: details,
      pushedRequest: resolvedRequest.pushedRequest,
      encodedForm: Secret(encodedForm))
  }
}
