public import JOSE
public import OAuth
public import OAuthCore

/// Checks JWT access tokens by their signatures, without asking the authorization server (RFC 9068 §4).
///
/// With `RemoteKeySet` the keys are fetched once, kept while they are good, and fetched again for a `kid` that none of them has, at most
/// every 30 s. A token that was revoked is good until its `exp` here.
public struct JWTAccessTokens: AccessTokenChecker {
  private let policy: JWTAccessTokenPolicy
  private let keys: any KeySource
  private let clock: WallClock

  /// Makes a checker.
  ///
  /// - Parameters:
  ///   - policy: issuer, audience and algorithms that are accepted.
  ///   - keys: the authorization server's.
  ///   - clock: what time it is.
  public init(_ policy: JWTAccessTokenPolicy, keys: any KeySource, clock: WallClock = .system) {
    self.policy = policy
    self.keys = keys
    self.clock = clock
  }

  /// Checks a token's signature and claims.
  ///
  /// - Parameter token: as it was presented.
  /// - Throws: ``AccessTokenProblem/notAccepted(_:)``; what the keys throw if they can't be had.
  public func facts(about token: Secret) async throws -> AccessTokenFacts {
    let accepted: JWTAccessToken
    do {
      accepted = try await policy.accessToken(token, signedBy: keys, clock: clock)
    } catch let error as JWTAccessTokenError {
      throw AccessTokenProblem.notAccepted(error)
    }
    let binding = accepted.confirmation.map {
      AccessTokenFacts.Binding(keyThumbprint: $0.keyThumbprint, certificateThumbprint: $0.certificateThumbprint)
    }
    var facts = AccessTokenFacts(scope: accepted.scope, binding: binding, claims: accepted.claims)
    facts.subject = accepted.subject
    facts.clientID = accepted.clientID
    facts.issuer = accepted.issuer
    facts.expiresAt = accepted.expiresAt
    facts.tokenID = accepted.tokenID
    facts.authenticationTime = accepted.authenticationTime
    facts.authenticationContext = accepted.authenticationContext
    return facts
  }
}
