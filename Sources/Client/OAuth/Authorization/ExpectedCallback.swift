internal import OAuthCore
internal import PKCE

/// The values of one sign-in that its callback must match, and that redeem its code.
///
/// The two steps of the check are apart, because a callback with the right `state` ends the attempt
/// before its other parameters are checked.
struct ExpectedCallback: Sendable {
  let client: ClientIdentity
  let server: AuthorizationServerMetadata
  let redirectURI: RedirectURI
  let verifier: CodeVerifier
  let state: Secret
  let nonce: Secret?
  /// The `max_age` of the request.
  let maxAge: Duration?
  /// The response mode of the request. With `nil` the server chooses between query and form.
  let responseMode: ResponseMode?
  /// The `dpop_jkt` of the request (RFC 9449 §10).
  let proofKeyThumbprint: String?
  let signedResponse: SignedResponse?

  /// The parameters of a callback whose `state` is this sign-in's.
  struct Answer {
    fileprivate let code: String?
    fileprivate let error: String?
    fileprivate let issuer: String?
    fileprivate let description: String?
    fileprivate let uri: String?
  }

  /// Checks that a callback belongs to this sign-in. Its errors leave the attempt waiting.
  ///
  /// - Parameter callback: The answer as the browser delivered it.
  func answer(in callback: AuthorizationCallback) throws(CallbackError) -> Answer {
    if let address = callback.redirectURI {
      guard Self.isSame(address, redirectURI) else { throw .anotherRedirectURI }
    }
    guard var parameters = callback.parameters(in: responseMode?.carrier) else { throw .anotherResponseMode }
    if let signedResponse {
      guard let response = try Self.single("response", in: parameters) else { throw .unsignedResponse }
      parameters = try signedResponse.parameters(in: response)
    }
    let receivedState = try Self.single("state", in: parameters)
    let answer = Answer(
      code: try Self.single("code", in: parameters), error: try Self.single("error", in: parameters),
      issuer: try Self.single("iss", in: parameters), description: try Self.single("error_description", in: parameters),
      uri: try Self.single("error_uri", in: parameters))
    guard let receivedState else { throw .missingState }
    guard Secret(receivedState) == state else { throw .foreignState }
    return answer
  }

  /// Checks the issuer of the first callback with the right `state`, and returns its code (RFC 6749
  /// §4.1.2, RFC 9207).
  func code(in answer: Answer) throws(CallbackError) -> AuthorizationCode {
    try checkIssuer(answer.issuer)
    if let error = answer.error {
      let refusal = ErrorResponse(ErrorCode(error), description: answer.description, uri: answer.uri)
      throw .refused(refusal.withholding(secrets + (answer.code.map { [Secret($0)] } ?? [])))
    }
    guard let code = answer.code else { throw .missingCode }
    // RFC 6749 §A.11: the token endpoint gets only what a code can be.
    guard code.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { throw .malformedCode }
    return AuthorizationCode(
      code: Secret(code), verifier: verifier, redirectURI: redirectURI, state: state, nonce: nonce, maxAge: maxAge,
      receivedIssuer: answer.issuer, server: server, clientID: client.id)
  }

  private var secrets: [Secret] {
    [state, Secret(verifier.reveal())] + (nonce.map { [$0] } ?? [])
  }

  // RFC 9207 §2.4: compared byte for byte. Its absence is an error if the server promised it.
  private func checkIssuer(_ receivedIssuer: String?) throws(CallbackError) {
    guard let expectedIssuer = server.issuer else { return }
    if let receivedIssuer {
      guard receivedIssuer.utf8.elementsEqual(expectedIssuer.text.utf8) else { throw .wrongIssuer }
    } else if server.authorizationResponseIssParameterSupported {
      throw .missingIssuer
    }
  }

  private static func single(
    _ name: String, in parameters: FormParameters
  ) throws(CallbackError) -> String? {
    do {
      return try parameters.single(name)
    } catch {
      throw .repeatedParameter(error.name)
    }
  }

  // The answer adds parameters to the redirect URI's query. Scheme, host, port and path must be the
  // same.
  private static func isSame(_ address: ParsedURI, _ redirectURI: RedirectURI) -> Bool {
    let parts = redirectURI.parts
    return address.scheme == parts.scheme && address.host == parts.host && address.port == parts.port
      && address.path == parts.path
  }
}
