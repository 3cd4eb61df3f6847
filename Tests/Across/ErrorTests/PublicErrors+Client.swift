import GitHubAuth
import JOSE
import OAuth
import OAuthAsyncHTTPClient
import OAuthCore
import OAuthProviders
import OAuthSessions
import OAuthUserAgent
import OpenIDConnect
import PKCE
import TokenStorage

extension PublicErrors {
  private static func place(_ content: MetadataPlace.Content) -> MetadataPlace { MetadataPlace(endpoint, content) }

  static let client: [any ExplainedError] =
    [
      AuthorizationRequestError.reservedParameter(hostile), AuthorizationRequestError.repeatedParameter(hostile),
      AuthorizationRequestError.challengeMethodNotSupported(.s256, announced: [hostile]),
      AuthorizationRequestError.responseModeNotSupported(.formPost, announced: []),
      AuthorizationRequestError.requiresBegin, AuthorizationRequestError.noAuthorizationEndpoint,
      AuthorizationRequestError.pushingNotSupported, AuthorizationRequestError.signedAnswersNotSupported,
      AuthorizationRequestError.requestObjectNotSigned, AuthorizationRequestError.encryptionWithoutSignature,
      AuthorizationRequestError.encryptionNotAnnounced, AuthorizationRequestError.noEncryptionKey(.ecdhES),
      CallbackError.malformed(.notAURI), CallbackError.malformed(.form(.notUTF8(pair: 0))),
      CallbackError.anotherRedirectURI, CallbackError.anotherResponseMode, CallbackError.unsignedResponse,
      CallbackError.forgedResponse(.invalidSignature), CallbackError.unacceptableResponseClaim("iss"),
      CallbackError.repeatedParameter(hostile), CallbackError.missingState, CallbackError.foreignState,
      CallbackError.alreadyCompleted, CallbackError.sealed, CallbackError.missingIssuer, CallbackError.wrongIssuer,
      CallbackError.refused(ErrorResponse(.accessDenied, description: hostile)), CallbackError.missingCode,
      CallbackError.malformedCode,
      DPoPError.symmetricKey,
      DiscoveryError.notPublished([place(.status(404))], issuer: issuer),
      DiscoveryError.unexpectedStatus([place(.noAnswer(.answerTooLarge))], issuer: issuer),
      DiscoveryError.malformed([place(.notJSON), place(.unusable(.notAnObject))], issuer: issuer),
      DiscoveryError.anotherIssuer([place(.another(UntrustedText(hostile)))], issuer: issuer),
      PollingError.expired, PollingError.denied(ErrorResponse(.accessDenied, description: hostile)),
      ProtectedResourceError.notPublished([place(.status(404))], endpoint),
      ProtectedResourceError.unexpectedStatus([place(.status(503))], endpoint),
      ProtectedResourceError.malformed([place(.unusable(.missing(member: "resource")))], endpoint),
      ProtectedResourceError.anotherResource([place(.another(UntrustedText(hostile)))], endpoint),
      ProtectedResourceError.leadsToLoopback([place(.loopback)], endpoint),
      ProtectedResourceError.noAuthorizationServer(endpoint),
      ProtectedResourceError.notListed(endpoint, by: issuer),
      IdentityAssertionError.notIssued(by: nil), IdentityAssertionError.notIssued(by: issuer),
      IdentityAssertionError.notAccepted(by: issuer), IdentityAssertionError.unknownIssuer,
      IdentityAssertionError.refused(
        EndpointError(.token, .refused(ErrorResponse(.invalidGrant, description: hostile), status: 400)), for: issuer),
      IdentityAssertionError.wrongIssuedTokenType(UntrustedText(hostile)),
      IdentityAssertionError.wrongTokenType(UntrustedText(hostile)), IdentityAssertionError.anotherKey,
      IdentityAssertionError.anotherServer(issuer),
      IdentityAssertionError.rejected(
        EndpointError(.token, .refused(ErrorResponse(.invalidGrant, description: hostile), status: 400)), by: issuer,
        isAnnounced: false),
      JWTAccessTokenError.notVerified(.notCompact), JWTAccessTokenError.claims(.wrongAudience),
      TokenSessionError.signedOut(account), TokenSessionError.ended(ErrorResponse(.invalidGrant, description: hostile)),
      TokenSessionError.noRefreshToken(account), TokenSessionError.temporary(Careless(), retryAfter: .seconds(30)),
      TokenSessionError.refused(Careless()), TokenSessionError.unacceptable(Careless()),
      TokenSessionError.unacceptable(IDTokenError.expiredOnArrival(secondsAhead: 5)),
      AccessTokenLeft(remaining: .seconds(5), cause: Careless()),
      AccessTokenLeft(
        remaining: nil, cause: EndpointError(.revocation, .refused(ErrorResponse(.unsupportedTokenType), status: 400))),
      TokenSessionError.notStored(TokenStoreError(.full)),
      TokenSessionError.storage(TokenStoreError(.locked)), TokenSessionError.unusableKey(account),
      TokenSessionError.foreignOrigin(hostile),
      UserAgentError.portBusy(port: 80), UserAgentError.cannotListen(port: 80, cause: UntrustedText(hostile)),
      UserAgentError.timedOut(after: .seconds(5)),
      UserAgentError.browserFailed(command: UntrustedText(hostile), cause: UntrustedText(hostile)),
      UserAgentError.invalidPath, UserAgentError.cancelled, UserAgentError.cannotShow(cause: UntrustedText(hostile)),
      UserAgentError.unassociatedDomain(host: UntrustedText(hostile), cause: UntrustedText(hostile)),
      UserAgentError.unusableRedirectURI, UserAgentError.unusableResponseMode,
      UserAgentError.noWayBack,
      SealingError.keyUnusable, SealingError.secretTooShort, SealingError.alreadyCompleted, SealingError.tooLong,
      SealingError.invalid, SealingError.expired, SealingError.anotherProofKey(expected: "abc"),
      OAuthAsyncHTTPClient.ClientCertificateError.certificate, OAuthAsyncHTTPClient.ClientCertificateError.privateKey,
      HTTPProxyError.unsupportedScheme, HTTPProxyError.malformed,
    ]
    + EndpointName.allCases.flatMap { name in problems.map { EndpointError(name, $0) } }
    + TokenStoreError.Kind.allCases.map { TokenStoreError($0, place: "/tmp/store", cause: hostile) }

  private static let problems: [EndpointError.Problem] = [
    .notAnnounced, .refused(ErrorResponse(.invalidGrant, description: hostile), status: 400),
    .refused(ErrorResponse(.temporarilyUnavailable), status: 503), .unexpectedStatus(401, retryAfter: nil),
    .unexpectedStatus(429, retryAfter: .seconds(5)), .redirected(status: 302),
    .wrongContentType(UntrustedText(hostile)),
    .malformedJSON(.malformed), .malformedForm(.notUTF8(pair: 0)), .notAnObject, .repeatedMember(hostile),
    .missingMember("access_token"), .missingMember("token_type"), .malformedMember("expires_in"),
    .unknownTokenType(UntrustedText(hostile)),
    .notBound,
    .foreignCode,
  ]

  static let providers: [any ExplainedError] = [
    ProviderError.clientID(provider: "Google", place: "console.cloud.google.com"),
    ProviderError.clientSecretMissing(provider: "Google"),
    ProviderError.redirectURI(hostile, provider: "Google", remedy: "Use another one."),
    ProviderError.noDeviceGrant(provider: "Google"), ProviderError.profileRefused(provider: "Google", status: 403),
    ProviderError.profileMalformed(provider: "Google"), ProviderError.notRevoked(provider: "GitHub", status: 500),
    ProviderError.noRevocation(provider: "Spotify"), ProviderError.revocationNeedsSecret(provider: "GitHub"),
    UnrevokedTokens(at: .gitHub, clientID: hostile, hasExpiry: nil, because: Careless()),
    UnrevokedTokens(
      at: .spotify, clientID: "a1", hasExpiry: true, because: ProviderError.noRevocation(provider: "Spotify")),
    ProviderError.refreshTokenLivesOn(provider: "GitHub"), ProviderError.profileOfAnotherUser(provider: "Google"),
    GitHubAPIError.unauthorized, GitHubAPIError.forbidden, GitHubAPIError.rateLimited(retryAfter: nil),
    GitHubAPIError.status(500), GitHubAPIError.malformed, GitHubAPIError.network(nil), GitHubAPIError.cancelled,
    GitHubAuthError.userCancelled, GitHubAuthError.stateMismatch, GitHubAuthError.exchangeFailed(statusCode: 404),
    GitHubAuthError.networkError, GitHubAuthError.invalidResponse,
    GitHubAuthError.keychainFailed(TokenStoreError(.full)),
    GitHubAuthError.apiError(.unauthorized), GitHubAuthError.issuerMismatch,
    GitHubAuthError.refused(ErrorResponse(ErrorCode("redirect_uri_mismatch"), description: hostile)),
    GitHubAuthError.timedOut, GitHubAuthError.configuration(.clientSecretMissing(provider: "GitHub")),
    GitHubAuthError.browserFailed(.invalidPath),
  ]

  private static var account: Account {
    do {
      return try Account(provider: "https://login.example.com", name: "ada")
    } catch {
      preconditionFailure("\(error)")
    }
  }
}
