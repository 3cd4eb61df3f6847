internal import FoundationBasics
public import OAuthCore
internal import PKCE

extension AuthorizationAttempt {
  /// Seals the attempt, so that another process can take the answer.
  ///
  /// From then on only the attempts that ``OAuthClient/restoreAttempt(_:from:)`` restores accept the
  /// answer, and all of them together accept one. This object rejects it with
  /// ``CallbackError/sealed``. The text contains `state`, `nonce`, verifier and all else that the
  /// answer needs; it doesn't contain ``url``, which the browser has already opened.
  ///
  /// - Parameter sealer: The application's sealer.
  /// - Returns: The sealed attempt, for a cookie of the browser that began it. Every call returns
  ///   another text of the same attempt.
  /// - Throws: ``SealingError/alreadyCompleted``, or ``SealingError/tooLong`` for a redirect URI of
  ///   many thousand characters. The attempt then stays as it was.
  public func sealed(by sealer: AttemptSealer) throws(SealingError) -> Secret {
    let text = try sealer.seal(
      expectedCallback.sealedMembers(expiry: sealer.expiry(of: beganAt)), for: .authorization,
      of: expectedCallback.client)
    guard leaveToSealed() else { throw .alreadyCompleted }
    return text
  }
}

extension ExpectedCallback {
  fileprivate func sealedMembers(expiry: Date) -> [String: JSONValue] {
    var members: [String: JSONValue] = [
      "redirect_uri": .string(redirectURI.text), "code_verifier": .string(verifier.reveal()),
      "state": .string(state.reveal()),
    ]
    members.addExpiry(expiry)
    members["nonce"] = nonce.map { .string($0.reveal()) }
    members["max_age"] = maxAge.map { .integer($0.components.seconds) }
    members["response_mode"] = responseMode.map { .string($0.rawValue) }
    members["dpop_jkt"] = proofKeyThumbprint.map { .string($0) }
    return members
  }

  /// Reads the members of a sealed attempt, and checks that the client is the one that began it.
  ///
  /// - Parameters:
  ///   - members: The opened members.
  ///   - client: The client that restores the attempt.
  ///   - signedResponse: The verifier of signed answers, created if the request asked for one.
  init(
    _ members: SealedMembers, for client: OAuthClient, signedResponse: () async throws -> SignedResponse
  ) async throws {
    guard let redirectURI = try members.optionalRedirectURI("redirect_uri"),
      let verifier = try? CodeVerifier(members.text("code_verifier"))
    else { throw SealingError.invalid }
    var responseMode: ResponseMode?
    if let text = try members.optionalText("response_mode") {
      guard let mode = ResponseMode(rawValue: text) else { throw SealingError.invalid }
      responseMode = mode
    }
    let thumbprint = try members.optionalText("dpop_jkt")
    if let thumbprint, client.prover?.thumbprint != thumbprint {
      throw SealingError.anotherProofKey(expected: thumbprint)
    }
    self.init(
      client: ClientIdentity(client), server: client.server, redirectURI: redirectURI, verifier: verifier,
      state: try members.secret("state"), nonce: try members.optionalSecret("nonce"),
      maxAge: try members.optionalSeconds("max_age").map { .seconds($0) }, responseMode: responseMode,
      proofKeyThumbprint: thumbprint,
      signedResponse: responseMode?.isSigned == true ? try await signedResponse() : nil)
  }
}
