public import FoundationBasics
public import JOSE
public import OAuthCore

/// The rules by which a resource server accepts JWT access tokens (RFC 9068 §4).
public struct JWTAccessTokenPolicy: Sendable, Hashable {
  /// The authorization server whose tokens are accepted.
  public var issuer: Issuer
  /// The resource server's identifiers, as resource indicators. The token's `aud` must contain one
  /// of them. The case of scheme and host, the default port, and the slash of an empty path make no
  /// difference.
  public var audience: Set<String>
  /// The accepted signature algorithms. Default: all with a public key (§2.1).
  public var algorithms: Set<SignatureAlgorithm>
  /// The accepted difference between the two clocks.
  public var clockTolerance: ClockTolerance

  /// Creates a policy with all algorithms that have a public key, and a tolerance of 30 seconds.
  ///
  /// - Parameters:
  ///   - issuer: The authorization server.
  ///   - audience: The resource server's identifiers. With none, no token is accepted.
  public init(issuer: Issuer, audience: Set<String>) {
    self.issuer = issuer
    self.audience = audience
    algorithms = SignatureAlgorithm.asymmetric
    clockTolerance = .standard
  }

  /// Verifies the access token of a request (RFC 9068 §4).
  ///
  /// A resource server calls it for each request, and answers with 401 and `invalid_token` if it
  /// throws.
  ///
  /// - Parameters:
  ///   - token: The token from the `Authorization` field.
  ///   - keys: The authorization server's keys.
  ///   - now: The current time.
  /// - Throws: ``JWTAccessTokenError`` if the token isn't accepted. ID tokens and other JWTs never
  ///   are.
  public func accessToken(
    _ token: Secret, signedBy keys: JSONWebKeySet, now: Date
  ) throws(JWTAccessTokenError) -> JWTAccessToken {
    do {
      let verifiedSignature = try JSONWebSignature(compact: token.reveal())
        .verified(by: keys, allowing: algorithms, type: .exactly("at+jwt"))
      return try JWTAccessToken(verifiedSignature, self, now: now)
    } catch {
      throw JWTAccessTokenError(error)
    }
  }

  /// Verifies the access token of a request (RFC 9068 §4), and fetches the keys if necessary.
  ///
  /// - Parameters:
  ///   - token: The token from the `Authorization` field.
  ///   - source: The source of the authorization server's keys.
  ///   - clock: The wall clock, read once the keys are there.
  /// - Throws: ``JWTAccessTokenError`` if the token isn't accepted; the error of `source` if it
  ///   can't get keys. In the second case don't answer the request with 401, because the token may
  ///   be valid.
  public func accessToken(
    _ token: Secret, signedBy source: some KeySource, clock: WallClock
  ) async throws -> JWTAccessToken {
    do {
      let signature = try JSONWebSignature(compact: token.reveal())
      let verifiedSignature = try await source.verified(signature, allowing: algorithms, type: .exactly("at+jwt"))
      return try JWTAccessToken(verifiedSignature, self, now: clock.now())
    } catch let error as JOSEError {
      throw JWTAccessTokenError.notVerified(error)
    } catch let error as JWTClaimsError {
      throw JWTAccessTokenError.claims(error)
    }
  }
}
