#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import OAuthCore
internal import PKCE

/// Checks authorization requests, in the order that decides who may be told about an error (RFC 6749 §4.1.2.1).
struct AuthorizationRequestParser: ServerPart {
  let core: ServerCore
  let clients: any ClientStore
  /// The pushed requests; `nil` if the server offers none.
  let pushedRequests: (any PushedRequestStore)?
  /// Fetches request objects; `nil` if the server fetches none.
  let transport: (any HTTPTransport)?
  let clientKeys: ClientKeySources
  let fetchBackoff: FetchBackoff
  let unprovenRequests: UnprovenRequestRate
  /// Whether the metadata lists the values of `prompt`.
  let announcesPrompts: Bool
  /// Whether the server accepts DPoP proofs. Without them a code can't be bound to a key, so `dpop_jkt` is ignored.
  let acceptsProofs: Bool

  /// The longest request that is read, in octets of its form: it has to fit into the sign-in page's form twice encoded.
  static let maximumOctets = 16_384

  /// Every parameter that is understood and may appear once. `resource` may appear more often (RFC 8707 §2); others are
  /// ignored (RFC 6749 §3.1), even if repeated.
  static let understood = [
    "response_type", "client_id", "redirect_uri", "scope", "state", "code_challenge", "code_challenge_method",
    "response_mode", "prompt", "login_hint", "request", "request_uri", "registration", "nonce",
    "max_age", "id_token_hint", "claims", "authorization_details", "dpop_jkt", "ui_locales",
  ]

  /// Where a request stands, which decides how old it may be.
  enum Stage: Sendable {
    /// A client sends it to the server itself (RFC 9126).
    case pushing
    /// A browser brings it.
    case beginning
    /// A person decided about it on a page of this server.
    case completion
  }

  /// Checks a request that came through a browser.
  /// - Parameters:
  ///   - parameters: what came, or what a page of this server carried.
  ///   - stage: where the request stands.
  ///   - address: The address that the request came from.
  func parse(
    _ parameters: FormParameters, at stage: Stage = .beginning, from address: ClientAddress?
  ) async throws -> AuthorizationRequest {
    guard let client = try await clients.client(try required("client_id", in: parameters)) else {
      throw PageRefusal(.unknownClient)
    }
    let found = try await resolve(parameters, of: client, at: stage, from: address)
    let address = try answerAddress(found.parameters, client)
    do {
      return try request(found, address)
    } catch let refusal as Refusal {
      throw RedirectRefusal(address, refusal.response)
    }
  }

  /// A parameter without which nobody can be told anything but the person.
  func required(_ name: String, in parameters: FormParameters) throws -> String {
    guard let value = try parameters.shown(name) else { throw PageRefusal(.missing(name)) }
    return value
  }

  /// The first step: without an address that the client registered, nobody is redirected (RFC 6749 §4.1.2.1,
  /// RFC 9700 §4.11).
  func answerAddress(_ parameters: FormParameters, _ client: RegisteredClient) throws -> AnswerAddress {
    // RFC 6749 §3.1.2.3 lets a client with one registered address leave it out. Always asking for it costs nothing and
    // leaves no request whose answer goes to an address that isn't in it.
    let text = try required("redirect_uri", in: parameters)
    guard let redirectURI = client.redirectURI(sent: text) else {
      throw PageRefusal(.unregisteredRedirectURI)
    }
    // OpenID Connect Core §3.1.2.6: a mode that isn't known leaves no way to answer.
    let name = try parameters.shown("response_mode")
    guard let mode = name.map(ResponseMode.init(rawValue:)) ?? .query, mode.reaches(redirectURI),
      configuration.canAnswer(client, in: mode)
    else { throw PageRefusal(.unsupportedResponseMode) }
    // Of two states neither is the one to send back.
    return AnswerAddress(
      client: client, redirectURI: redirectURI, state: parameters.value("state").map(Secret.init), mode: mode)
  }

  /// Checks everything else, once it is known where the answer goes.
  func request(_ found: FoundRequest, _ address: AnswerAddress) throws -> AuthorizationRequest {
    let parameters = found.parameters
    try parameters.refuseRepetition(of: Self.understood)
    let encoded = found.carried.formEncoded()
    guard encoded.utf8.count <= Self.maximumOctets else {
      throw Refusal(.invalidRequest, "the request is longer than \(Self.maximumOctets) octets")
    }
    guard parameters.value("registration") == nil else {
      throw Refusal(ErrorCode("registration_not_supported"), "this server does not take registration")
    }
    guard let type = parameters.value("response_type") else {
      throw Refusal(.invalidRequest, "response_type is missing: send response_type=code")
    }
    guard type == "code" else {
      throw Refusal(.unsupportedResponseType, "this server answers response_type=code only")
    }
    guard address.client.grants.contains(.authorizationCode) else {
      throw Refusal(.unauthorizedClient, "this client may not use the authorization code grant")
    }
    let challenge = try challenge(parameters, address.client)
    let scope = try configuration.scope(parameters, address.client)
    let claims = try claims(parameters, address.client)
    var details = ApprovalDetails()
    details.resources = try configuration.resources(parameters, address.client)
    details.authorizationDetails = try configuration.authorizationDetails(parameters, address.client)
    details.claims = claims?.json
    details.confirmation = try confirmation(parameters)
    guard details.leavesRoom else {
      throw Refusal(.invalidRequest, "claims or authorization_details is nested too deeply")
    }
    return AuthorizationRequest(
      client: address.client, redirectURI: address.redirectURI, state: address.state, mode: address.mode, scope: scope,
      challenge: challenge, loginHint: parameters.value("login_hint"),
      nonce: parameters.value("nonce").map(Secret.init), hinted: try hintedPerson(parameters, address.client),
      prompts: try prompts(parameters), maximumAge: try maximumAge(parameters, address.client),
      uiLocales: LanguagePreference(uiLocales: parameters.value("ui_locales") ?? ""),
      askedSubjects: claims?.subjects,
      essentialContexts: claims?.essentialContexts ?? [], details: details, pushed: found.pushed,
      encoded: Secret(encoded))
  }
}
