internal import OAuthCore
internal import PKCE

/// Checks authorization requests, in the order that decides who may be told about an error (RFC 6749 §4.1.2.1).
struct AuthorizationRequestParser: Sendable {
  let configuration: AuthorizationServerConfiguration
  let clients: any ClientStore
  /// Whether the metadata says which values `prompt` may have.
  let announcesPrompts: Bool

  /// The longest request that is read, in octets of its form: it has to fit into the sign-in page's form twice encoded.
  static let maximumOctets = 16_384

  /// Every parameter that is understood. Others are ignored (RFC 6749 §3.1), even if repeated.
  static let understood = [
    "response_type", "client_id", "redirect_uri", "scope", "state", "code_challenge", "code_challenge_method",
    "response_mode", "prompt", "login_hint", "request", "request_uri", "registration", "nonce",
    "max_age", "id_token_hint", "ui_locales",
  ]

  func parse(_ parameters: FormParameters) async throws -> AuthorizationRequest {
    let address = try await answerAddress(parameters)
    do {
      return try request(parameters, address)
    } catch let refusal as Refusal {
      throw AuthorizationRefusal.redirect(address, refusal.response)
    }
  }

  /// The first step: without a client and an address it registered, nobody is redirected (RFC 6749 §4.1.2.1,
  /// RFC 9700 §4.11).
  private func answerAddress(_ parameters: FormParameters) async throws -> AnswerAddress {
    func required(_ name: String) throws -> String {
      do {
        guard let value = try parameters.single(name) else { throw AuthorizationRefusal.page(.missing(name)) }
        return value
      } catch is RepeatedParameter {
        throw AuthorizationRefusal.page(.repeated(name))
      }
    }
    guard let client = try await clients.client(try required("client_id")) else {
      throw AuthorizationRefusal.page(.unknownClient)
    }
    // RFC 6749 §3.1.2.3 lets a client with one registered address leave it out. Always asking for it costs nothing and
    // leaves no request whose answer goes to an address that isn't in it.
    let text = try required("redirect_uri")
    guard let redirectURI = try? RedirectURI(text), client.mayBeAnswered(at: redirectURI) else {
      throw AuthorizationRefusal.page(.unregisteredRedirectURI)
    }
    // OpenID Connect Core §3.1.2.6: a mode that isn't known leaves no way to answer.
    let mode: String?
    do {
      mode = try parameters.single("response_mode")
    } catch {
      throw AuthorizationRefusal.page(.repeated("response_mode"))
    }
    guard mode == nil || mode == "query" else { throw AuthorizationRefusal.page(.unsupportedResponseMode) }
    // Of two states neither is the one to send back.
    return AnswerAddress(
      client: client, redirectURI: redirectURI, state: parameters.value("state").map(Secret.init))
  }

  private func request(_ parameters: FormParameters, _ address: AnswerAddress) throws -> AuthorizationRequest {
    try parameters.refuseRepetition(of: Self.understood)
    var kept = FormParameters()
    for name in Self.understood { kept.append(name, ifPresent: parameters.value(name)) }
    let encoded = kept.formEncoded()
    guard encoded.utf8.count <= Self.maximumOctets else {
      throw Refusal(.invalidRequest, "the request is longer than \(Self.maximumOctets) octets")
    }
    try refuseUnsupported(parameters)
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
    let scope = try scope(parameters, address.client)
    return AuthorizationRequest(
      client: address.client, redirectURI: address.redirectURI, state: address.state, scope: scope,
      challenge: challenge, loginHint: parameters.value("login_hint"),
      nonce: parameters.value("nonce").map(Secret.init), hinted: try hintedPerson(parameters),
      prompts: try prompts(parameters), maximumAge: try maximumAge(parameters, address.client),
      uiLocales: LanguagePreference(uiLocales: parameters.value("ui_locales") ?? ""), encoded: Secret(encoded))
  }

  /// What OpenID Connect Core §3.1.2.6 wants named when it isn't there.
  private func refuseUnsupported(_ parameters: FormParameters) throws {
    for name in ["request", "request_uri", "registration"] where parameters.value(name) != nil {
      throw Refusal(ErrorCode(name + "_not_supported"), "this server does not take \(name)")
    }
  }

  /// What is asked for: the same rules at the device authorization endpoint (RFC 8628 §3.1).
  func scope(_ parameters: FormParameters, _ client: RegisteredClient) throws -> Scope {
    guard let text = parameters.value("scope") else {
      return configuration.defaultScope.isSubset(of: client.scope) ? configuration.defaultScope : .none
    }
    guard let scope = try? Scope(parameter: text) else {
      throw Refusal(.invalidScope, "scope has a character that RFC 6749 section 3.3 does not allow")
    }
    guard scope.isSubset(of: configuration.scopes) else {
      throw Refusal(.invalidScope, "scope has a token that this server does not know")
    }
    guard scope.isSubset(of: client.scope) else {
      throw Refusal(.invalidScope, "scope has a token that this client may not ask for")
    }
    return scope
  }
}
