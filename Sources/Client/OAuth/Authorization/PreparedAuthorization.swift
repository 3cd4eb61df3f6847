internal import FoundationBasics
internal import JOSE
internal import OAuthCore
internal import PKCE

/// An authorization request with its new verifier, `state` and `nonce`, to be put into the
/// browser's address or pushed.
struct PreparedAuthorization {
  let redirectURI: RedirectURI
  let responseMode: ResponseMode?
  let verifier: CodeVerifier
  let state: Secret
  let nonce: Secret?
  let maxAge: Duration?
  /// The parameters of the request.
  var parameters: FormParameters

  /// 32 bytes, or 256 bits, the same as the PKCE verifier has.
  private static let stateBytes = 32

  init(_ request: AuthorizationRequest, for client: OAuthClient) throws(AuthorizationRequestError) {
    try Self.check(request, client.server)
    let verifier = CodeVerifier.random(from: client.random)
    let challenge =
      switch request.challengeMethod {
      case .s256: CodeChallenge(s256: verifier)
      case .plain: CodeChallenge(insecurePlain: verifier)
      }
    let state = Secret(Base64URL.encode(client.random.exactly(Self.stateBytes)))
    let nonce =
      request.scope.contains("openid")
      ? Secret(Base64URL.encode(client.random.exactly(Self.stateBytes))) : nil

    var parameters = FormParameters()
    parameters.append("response_type", "code")
    parameters.append("client_id", client.id)
    parameters.append("redirect_uri", request.redirectURI.text)
    parameters.append("scope", ifPresent: request.scope.isEmpty ? nil : request.scope.parameter)
    parameters.append("state", state.reveal())
    parameters.append("nonce", ifPresent: nonce?.reveal())
    parameters.append("code_challenge", challenge.value)
    parameters.append("code_challenge_method", challenge.method.rawValue)
    parameters.append("response_mode", ifPresent: request.responseMode?.rawValue)
    parameters.append("dpop_jkt", ifPresent: client.prover?.thumbprint)
    for resource in request.resources { parameters.append("resource", resource) }
    parameters.append(authorizationDetails: request.authorizationDetails)
    for pair in request.openID.parameters.pairs { parameters.append(pair.name, pair.value) }
    for pair in request.parameters.pairs { parameters.append(pair.name, pair.value) }
    // RFC 8707 §2: a client may name several resources.
    if let name = parameters.firstRepeatedName(except: ["resource"]) { throw .repeatedParameter(name) }

    redirectURI = request.redirectURI
    responseMode = request.responseMode
    self.verifier = verifier
    self.state = state
    self.nonce = nonce
    // A max_age among the additional parameters counts too.
    maxAge = (try? parameters.single("max_age")).flatMap { $0 }.flatMap(Int64.init).map { .seconds($0) }
    self.parameters = parameters
  }

  /// The check of this request's answer.
  func expectedCallback(of client: OAuthClient, _ signedResponse: SignedResponse?) -> ExpectedCallback {
    ExpectedCallback(
      client: ClientIdentity(client), server: client.server, redirectURI: redirectURI, verifier: verifier, state: state,
      nonce: nonce, maxAge: maxAge, responseMode: responseMode, proofKeyThumbprint: client.prover?.thumbprint,
      signedResponse: signedResponse)
  }

  /// The values that an error must not repeat.
  var secrets: [Secret] { [state, Secret(verifier.reveal())] + (nonce.map { [$0] } ?? []) }

  private static func check(
    _ request: AuthorizationRequest, _ server: AuthorizationServerMetadata
  ) throws(AuthorizationRequestError) {
    if let supportedMethods = server.codeChallengeMethodsSupported,
      !supportedMethods.contains(request.challengeMethod.rawValue)
    {
      throw .challengeMethodNotSupported(request.challengeMethod, announced: supportedMethods)
    }
    if let mode = request.responseMode, let supportedModes = server.responseModesSupported,
      !supportedModes.contains(mode.rawValue)
    {
      throw .responseModeNotSupported(mode, announced: supportedModes)
    }
    for pair in request.parameters.pairs where AuthorizationRequest.reservedParameters.contains(pair.name) {
      throw .reservedParameter(pair.name)
    }
  }

  /// The lifetime of a request object in seconds: enough for the browser to reach the sign-in page.
  private static let requestObjectLifetime: Int64 = 300

  /// Replaces the parameters with a signed request object, which is encrypted if there is a
  /// recipient (RFC 9101 §4, §5, §6.1).
  ///
  /// - Throws: ``AuthorizationRequestError/requestObjectNotSigned``; `SignerError` and
  ///   `CancellationError` if a key outside of this process doesn't sign; `JSONWebEncryptionError`
  ///   if the recipient's key can't encrypt.
  mutating func sign(
    with key: any Signer, encryptingFor recipient: RequestObjectRecipient?, _ client: OAuthClient
  ) async throws {
    let now = Int64(client.clock.now().timeIntervalSince1970)
    var claims: [String: JSONValue] = [:]
    for pair in parameters.pairs where pair.name != "resource" { claims[pair.name] = .string(pair.value) }
    let resources = parameters.all("resource")
    if !resources.isEmpty {
      claims["resource"] = resources.count == 1 ? .string(resources[0]) : .array(resources.map { .string($0) })
    }
    // RFC 9101 §4: JSON values are embedded as JSON, and numbers as numbers.
    for name in ["claims", "authorization_details"] {
      if let text = claims[name]?.string, let value = try? JSONValue(bytes: Array(text.utf8)) { claims[name] = value }
    }
    if let maxAge { claims["max_age"] = .integer(maxAge.components.seconds) }
    claims["iss"] = .string(client.id)
    if let issuer = client.server.issuer {
      claims["aud"] = .string(issuer.text)
    } else {
      claims["aud"] = .string(try client.authorizationEndpoint().text)
    }
    claims["iat"] = .integer(now)
    claims["nbf"] = .integer(now)
    claims["exp"] = .integer(now + Self.requestObjectLifetime)
    claims["jti"] = .string(Base64URL.encode(client.random.exactly(16)))
    var object: Secret
    do {
      object = try await key.jwt(claims, type: "oauth-authz-req+jwt")
    } catch let error where error is SignerError || error is CancellationError {
      throw error
    } catch {
      throw AuthorizationRequestError.requestObjectNotSigned
    }
    if let recipient { object = try recipient.encrypt(object) }

    // OpenID Connect Core §6.1 requires response_type, client_id and scope outside too. RFC 9101 §5
    // allows it.
    var outside = FormParameters()
    for pair in parameters.pairs where ["response_type", "client_id"].contains(pair.name) {
      outside.append(pair.name, pair.value)
    }
    if nonce != nil { outside.append("scope", ifPresent: claims["scope"]?.string) }
    outside.append("request", object.reveal())
    parameters = outside
  }
}
