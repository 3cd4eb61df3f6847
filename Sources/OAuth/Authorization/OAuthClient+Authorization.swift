internal import Logging
internal import OAuthCore
internal import PKCE

extension OAuthClient {
  /// Begins one sign-in: makes a fresh verifier, `state` and, with the scope `openid`, a fresh `nonce`, and the address
  /// to open.
  ///
  /// Call it for each sign-in; nothing of it is ever used twice.
  /// - Throws: ``AuthorizationRequestError`` if a parameter can't be sent or the server can't do S256.
  public func authorizationAttempt(
    _ request: AuthorizationRequest
  ) throws(AuthorizationRequestError) -> AuthorizationAttempt {
    if let announced = server.codeChallengeMethodsSupported, !announced.contains(request.challengeMethod.rawValue) {
      throw .challengeMethodNotSupported(request.challengeMethod, announced: announced)
    }
    for pair in request.parameters.pairs where AuthorizationRequest.reservedParameters.contains(pair.name) {
      throw .reservedParameter(pair.name)
    }

    let verifier = CodeVerifier.random(from: random)
    let challenge =
      switch request.challengeMethod {
      case .s256: CodeChallenge(s256: verifier)
      case .plain: CodeChallenge(insecurePlain: verifier)
      }
    let state = Secret(Base64URL.encode(random.exactly(Self.stateOctets)))
    let nonce = request.scope.contains("openid") ? Secret(Base64URL.encode(random.exactly(Self.stateOctets))) : nil

    var parameters = FormParameters()
    parameters.append("response_type", "code")
    parameters.append("client_id", id)
    parameters.append("redirect_uri", request.redirectURI.text)
    parameters.append("scope", ifPresent: request.scope.isEmpty ? nil : request.scope.parameter)
    parameters.append("state", state.reveal())
    parameters.append("nonce", ifPresent: nonce?.reveal())
    parameters.append("code_challenge", challenge.value)
    parameters.append("code_challenge_method", challenge.method.rawValue)
    for pair in request.parameters.pairs { parameters.append(pair.name, pair.value) }
    try refuseRepetition(parameters)

    logger.debug(
      "authorization request", metadata: ["client_id": "\(id)", "endpoint": "\(server.authorizationEndpoint)"])
    return AuthorizationAttempt(
      url: server.authorizationEndpoint.adding(parameters), redirectURI: request.redirectURI, server: server,
      clientID: id, verifier: verifier, state: state, nonce: nonce)
  }

  // 256 bits: nobody guesses it, and it is as long as what protects the code itself.
  private static let stateOctets = 32

  private func refuseRepetition(_ parameters: FormParameters) throws(AuthorizationRequestError) {
    // RFC 8707 §2: a client may name several resources.
    if let name = parameters.firstRepeatedName(except: ["resource"]) { throw .repeatedParameter(name) }
    guard let query = server.authorizationEndpoint.query,
      let present = try? FormParameters(decoding: query)
    else { return }
    for pair in present.pairs where parameters.pairs.contains(where: { $0.name == pair.name }) {
      throw .repeatedParameter(pair.name)
    }
  }
}
