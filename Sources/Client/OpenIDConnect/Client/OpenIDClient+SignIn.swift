internal import FoundationBasics
internal import JOSE
internal import Logging
public import OAuth
public import OAuthCore

extension OpenIDClient: BrowserSignIn {
  /// Begins one sign-in as `OAuthClient.begin(_:)` does, with the scope `openid` in any case
  /// (OpenID Connect Core §3.1.2.1).
  ///
  /// - Parameter request: The authorization request. `openid` is added to its scope if it isn't
  ///   there.
  /// - Throws: `AuthorizationRequestError`; `EndpointError` if the server refused the pushed
  ///   request; `HTTPTransportError` if no answer came; `CancellationError`.
  public func begin(_ request: AuthorizationRequest) async throws -> AuthorizationAttempt {
    var request = request
    if !request.scope.contains("openid") { request.scope = try Scope(["openid"] + request.scope.tokens) }
    return try await client.begin(request)
  }

  /// Restores a sign-in from the text of `AuthorizationAttempt.sealed(by:)`, which may come from
  /// another process.
  ///
  /// - Parameters:
  ///   - sealedText: The sealed text. It may come from an attacker.
  ///   - sealer: A sealer with the keys of the one that sealed it.
  /// - Throws: The errors of `OAuthClient.restoreAttempt(_:from:)`.
  public func restoreAttempt(_ sealedText: Secret, from sealer: AttemptSealer) async throws -> RestoredAttempt {
    try await client.restoreAttempt(sealedText, from: sealer)
  }

  /// Exchanges a code and verifies the ID token that comes with the access token (OpenID Connect Core
  /// §3.1.3).
  ///
  /// The `nonce` and `max_age` of the attempt are checked. The attempt must have asked for the
  /// scope `openid`, as those of ``begin(_:)`` do.
  ///
  /// - Parameter code: The code from `AuthorizationAttempt.receive(_:)`.
  /// - Throws: ``IDTokenError`` if the ID token is missing or isn't accepted, and then the tokens
  ///   of the answer are revoked if the server revokes tokens; the errors of `OAuthClient.exchange`
  ///   and of fetching the server's keys.
  public func exchange(_ code: consuming AuthorizationCode) async throws -> SignedIn {
    try await exchange(code, resources: [])
  }

  /// Exchanges a code as ``exchange(_:)`` does, for a token that is for some of the resources that were
  /// asked for (RFC 8707 §2.2).
  ///
  /// - Parameters:
  ///   - code: The code from `AuthorizationAttempt.receive(_:)`.
  ///   - resources: The resources that the token is for, as absolute URIs. None for all that were
  ///     asked for.
  /// - Throws: The errors of ``exchange(_:)``.
  public func exchange(_ code: consuming AuthorizationCode, resources: [String]) async throws -> SignedIn {
    var expectations = IDTokenExpectations(
      nonce: code.nonce, maximumAge: code.maxAge, authenticationContexts: authenticationContexts)
    expectations.code = code.code
    expectations.state = code.state
    let tokens = try await client.exchange(code, resources: resources)
    expectations.accessToken = tokens.accessToken
    return try await client.keeping(tokens) {
      guard let compact = tokens.idToken else { throw IDTokenError.missing }
      return SignedIn(tokens, try await verified(compact, expectations))
    }
  }

  /// Verifies an ID token by this client's policy, keys and clock.
  func verified(_ compact: Secret, _ expectations: IDTokenExpectations) async throws -> IDToken {
    let idToken = try await policy.idToken(compact, signedBy: keys, expecting: expectations, now: client.clock)
    let secondsAhead = idToken.issuedAt.timeIntervalSince(client.clock.now())
    if secondsAhead > policy.clockTolerance.seconds {
      client.logger.warning(
        "this machine's clock is slow, or the server's is fast: set this machine's clock",
        metadata: ["seconds": "\(JWTClaims.wholeSeconds(secondsAhead))"])
    }
    return idToken
  }
}

extension TokenResponse {
  /// The unverified `id_token`; `nil` if it is missing, empty, or isn't a string.
  var idToken: Secret? { additionalMembers["id_token"]?.string.map(Secret.init) }
}
