public import JOSE
public import OAuth
public import OAuthCore

/// Validates JWT access tokens by their signatures, without a request to the authorization server
/// (RFC 9068 §4).
///
/// With `RemoteKeySet` the keys are fetched once and cached while they are valid. They are fetched
/// again for an unknown `kid`, at most every 30 s. A revoked token stays valid until its `exp`.
public struct JWTAccessTokens: AccessTokenChecker {
  private let policy: JWTAccessTokenPolicy
  private let keys: any KeySource
  private let clock: WallClock

  /// Creates a checker.
  ///
  /// - Parameters:
  ///   - policy: The issuer, audience and algorithms that are accepted.
  ///   - keys: The authorization server's keys.
  ///   - clock: The wall clock. Default: the system's.
  public init(_ policy: JWTAccessTokenPolicy, keys: any KeySource, clock: WallClock = .system) {
    self.policy = policy
    self.keys = keys
    self.clock = clock
  }

  /// Validates a token's signature and claims.
  ///
  /// - Parameter token: The token as it was presented.
  /// - Throws: ``AccessTokenProblem/notAccepted(_:)`` if the token is invalid; the key source's
  ///   error if the keys can't be fetched.
  public func facts(about token: Secret) async throws -> AccessTokenFacts {
    let accessToken: JWTAccessToken
    do {
      accessToken = try await policy.accessToken(token, signedBy: keys, clock: clock)
    } catch let error as JWTAccessTokenError {
      throw AccessTokenProblem.notAccepted(error)
    }
    let binding = accessToken.confirmation.map {
      AccessTokenFacts.Binding(keyThumbprint: $0.keyThumbprint, certificateThumbprint: $0.certificateThumbprint)
    }
    var facts = AccessTokenFacts(scope: accessToken.scope, binding: binding, claims: accessToken.claims)
    facts.subject = accessToken.subject
    facts.clientID = accessToken.clientID
    facts.issuer = accessToken.issuer
    facts.expiresAt = accessToken.expiresAt
    facts.tokenID = accessToken.tokenID
    facts.authenticationTime = accessToken.authenticationTime
    facts.authenticationContext = accessToken.authenticationContext
    return facts
  }
}
