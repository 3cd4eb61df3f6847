public import OAuthCore
package import PKCE
internal import Synchronization

/// One sign-in that has begun: the address to open, and the only thing that can accept the answer.
///
/// Its verifier, `state` and `nonce` are fresh and end with it. The first answer whose `state` is this attempt's
/// completes it, whether it brings a code or a refusal; every later one is refused. Answers with a foreign `state`
/// complete nothing, so that nobody can end somebody else's sign-in.
public final class AuthorizationAttempt: Sendable {
  /// The address to open in the person's browser. It carries `state`: show it to that person, don't log it.
  public let url: String
  /// Where the browser will come back to.
  public let redirectURI: RedirectURI

  package let server: AuthorizationServerMetadata
  let clientID: String
  package let verifier: CodeVerifier
  package let state: Secret
  package let nonce: Secret?
  /// How long ago the person may have been authenticated, if that was asked for.
  let maxAge: Duration?
  /// How the answer must come; nil leaves query and form to the server.
  package let responseMode: ResponseMode?
  private let signedResponse: SignedResponse?
  private let isCompleted = Mutex(false)

  init(
    url: String, _ prepared: PreparedAuthorization, server: AuthorizationServerMetadata, clientID: String,
    signedResponse: SignedResponse? = nil
  ) {
    self.url = url
    self.redirectURI = prepared.redirectURI
    self.server = server
    self.clientID = clientID
    self.verifier = prepared.verifier
    self.state = prepared.state
    self.nonce = prepared.nonce
    self.maxAge = prepared.maxAge
    self.responseMode = prepared.responseMode
    self.signedResponse = signedResponse
  }

  /// Checks an answer and takes the code out of it (RFC 6749 §4.1.2, RFC 9207).
  ///
  /// May be called from any task; of several answers with the right `state`, exactly one is accepted.
  /// A signed answer (JARM) is checked before anything in it is believed.
  /// - Parameter callback: what came back from the browser, whoever sent it.
  /// - Throws: ``CallbackError``. While ``CallbackError/leavesWaiting`` is true the attempt still waits for its own answer;
  ///   otherwise it is over.
  public func receive(_ callback: AuthorizationCallback) throws(CallbackError) -> AuthorizationCode {
    if let address = callback.redirectURI {
      guard Self.isSame(address, redirectURI) else { throw .anotherRedirectURI }
    }
    guard var parameters = callback.parameters(in: responseMode?.carrier) else { throw .anotherResponseMode }
    if let signedResponse {
      guard let response = try Self.single("response", in: parameters) else { throw .unsignedResponse }
      parameters = try signedResponse.parameters(in: response)
    }
    let received = try Self.single("state", in: parameters)
    let code = try Self.single("code", in: parameters)
    let error = try Self.single("error", in: parameters)
    let issuer = try Self.single("iss", in: parameters)
    let description = try Self.single("error_description", in: parameters)
    let uri = try Self.single("error_uri", in: parameters)

    guard let received else { throw .missingState }
    guard Secret(received) == state else { throw .foreignState }
    let isFirst = isCompleted.withLock { completed in
      defer { completed = true }
      return !completed
    }
    guard isFirst else { throw .alreadyCompleted }

    try checkIssuer(issuer)
    if let error {
      let refusal = ErrorResponse(ErrorCode(error), description: description, uri: uri)
      throw .refused(refusal.withholding(secrets + (code.map { [Secret($0)] } ?? [])))
    }
    guard let code else { throw .missingCode }
    return AuthorizationCode(
      code: Secret(code), verifier: verifier, redirectURI: redirectURI, state: state, nonce: nonce, maxAge: maxAge,
      receivedIssuer: issuer, server: server, clientID: clientID)
  }

  /// Whether an answer with this attempt's `state` has come.
  public var isOver: Bool {
    isCompleted.withLock { $0 }
  }

  private var secrets: [Secret] {
    [state, Secret(verifier.reveal())] + (nonce.map { [$0] } ?? [])
  }

  // RFC 9207 §2.4: compare octet for octet; refuse its absence where the server promised it.
  private func checkIssuer(_ received: String?) throws(CallbackError) {
    guard let expected = server.issuer else { return }
    if let received {
      guard received.utf8.elementsEqual(expected.text.utf8) else { throw .wrongIssuer }
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

  // The answer adds parameters to the redirect URI's query; scheme, host, port and path must be ours.
  private static func isSame(_ received: ParsedURI, _ expected: RedirectURI) -> Bool {
    let parts = expected.parts
    return received.scheme == parts.scheme && received.host == parts.host && received.port == parts.port
      && received.path == parts.path
  }
}

extension AuthorizationAttempt: Redacted {
  /// The redirect URI alone: the address carries `state`.
  public var description: String { "AuthorizationAttempt(\(redirectURI))" }
}
