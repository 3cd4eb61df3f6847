#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import JOSE
public import OAuthCore

/// Which JWT access tokens a resource server accepts (RFC 9068 §4).
public struct JWTAccessTokenPolicy: Sendable, Hashable {
  /// The authorization server whose tokens are accepted.
  public var issuer: Issuer
  /// The resource server's names for itself, as resource indicators; `aud` must have one of them.
  public var audience: Set<String>
  /// The signature algorithms accepted; all with a public key unless changed (§2.1).
  public var algorithms: Set<SignatureAlgorithm>
  /// By how much the two clocks may differ.
  public var clockTolerance: ClockTolerance

  /// A policy with all algorithms that have a public key, and 30 s between the clocks.
  ///
  /// - Parameters:
  ///   - issuer: the authorization server.
  ///   - audience: the resource server's names for itself. With none, no token is accepted.
  public init(issuer: Issuer, audience: Set<String>) {
    self.issuer = issuer
    self.audience = audience
    algorithms = SignatureAlgorithm.asymmetric
    clockTolerance = .standard
  }

  /// Verifies the access token of a request (RFC 9068 §4).
  ///
  /// A resource server calls it for each request, and answers those that fail with 401 and `invalid_token`.
  ///
  /// - Parameters:
  ///   - token: as it came in the `Authorization` field.
  ///   - keys: the authorization server's keys.
  ///   - now: the present moment.
  /// - Throws: ``JWTAccessTokenError`` if the token isn't accepted; ID tokens and other JWTs never are.
  public func accessToken(
    _ token: Secret, signedBy keys: JSONWebKeySet, now: Date
  ) throws(JWTAccessTokenError) -> JWTAccessToken {
    do {
      let verified = try JSONWebSignature(compact: token.reveal())
        .verified(by: keys, allowing: algorithms, type: .exactly("at+jwt"))
      return try JWTAccessToken(verified, self, now: now)
    } catch {
      throw JWTAccessTokenError(error)
    }
  }

  /// The same with keys that may be fetched for it.
  ///
  /// - Parameters:
  ///   - token: as it came in the `Authorization` field.
  ///   - source: the authorization server's keys.
  ///   - clock: tells the present moment once the keys are there.
  /// - Throws: ``JWTAccessTokenError`` if the token isn't accepted; what `source` throws if it can't get keys, and then the
  ///   request isn't to be answered with 401.
  public func accessToken(
    _ token: Secret, signedBy source: some KeySource, clock: WallClock
  ) async throws -> JWTAccessToken {
    do {
      let signature = try JSONWebSignature(compact: token.reveal())
      let verified = try await source.verified(signature, allowing: algorithms, type: .exactly("at+jwt"))
      return try JWTAccessToken(verified, self, now: clock.now())
    } catch let error as JOSEError {
      throw JWTAccessTokenError.notVerified(error)
    } catch let error as JWTClaimsError {
      throw JWTAccessTokenError.claims(error)
    }
  }
}
