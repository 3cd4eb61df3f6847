public import OAuthCore
package import PKCE
internal import Synchronization

/// One sign-in that has begun: the address to open, and the only object that accepts the answer.
///
/// Its PKCE verifier, `state` and `nonce` are new and are used once. The first answer with this
/// attempt's `state` completes it, whether it carries a code or an error; every later one is
/// rejected. An answer with another `state` doesn't complete it, so a third party can't end a
/// user's sign-in.
///
/// ```swift
/// let attempt = try await client.begin(AuthorizationRequest(redirectURI: redirectURI, scope: Scope(["profile"])))
/// // Open attempt.url in the browser. When it comes back with an address:
/// let tokens = try await client.redeem(try attempt.receive(AuthorizationCallback(url: address)))
/// ```
public final class AuthorizationAttempt: Sendable {
  /// The address to open in the user's browser. It contains `state`: never log it or show it to
  /// another user.
  public let url: String
  /// The address that the browser comes back to.
  public let redirectURI: RedirectURI

  package let server: AuthorizationServerMetadata
  let clientID: String
  package let verifier: CodeVerifier
  package let state: Secret
  package let nonce: Secret?
  /// The `max_age` of the request.
  let maxAge: Duration?
  /// The response mode of the request. With `nil` the server chooses between query and form.
  package let responseMode: ResponseMode?
  private let signedResponse: SignedResponse?
  private let completed = Mutex(false)

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

  /// Checks an answer and returns its code (RFC 6749 §4.1.2, RFC 9207).
  ///
  /// It can be called from any task. Exactly one answer with the right `state` is accepted. The
  /// signature of a signed answer (JARM) is verified before its content is used.
  ///
  /// - Parameter callback: The answer as the browser delivered it. It may come from an attacker.
  /// - Throws: ``CallbackError``. If its ``CallbackError/leavesWaiting`` is true, the attempt still
  ///   waits for its own answer; otherwise it is completed.
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
    let isFirst = completed.withLock { completed in
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
  public var isCompleted: Bool {
    completed.withLock { $0 }
  }

  private var secrets: [Secret] {
    [state, Secret(verifier.reveal())] + (nonce.map { [$0] } ?? [])
  }

  // RFC 9207 §2.4: compared byte for byte. Its absence is an error if the server promised it.
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

  // The answer adds parameters to the redirect URI's query. Scheme, host, port and path must be the
  // same.
  private static func isSame(_ received: ParsedURI, _ expected: RedirectURI) -> Bool {
    let parts = expected.parts
    return received.scheme == parts.scheme && received.host == parts.host && received.port == parts.port
      && received.path == parts.path
  }
}

extension AuthorizationAttempt: Redacted {
  /// Only the redirect URI, because the address contains `state`.
  public var description: String { "AuthorizationAttempt(\(redirectURI))" }
}
