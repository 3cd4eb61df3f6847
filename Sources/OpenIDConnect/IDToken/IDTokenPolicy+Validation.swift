public import FoundationBasics
public import JOSE
public import OAuthCore

extension IDTokenPolicy {
  /// Verifies an ID token with given keys, without any request.
  ///
  /// - Parameters:
  ///   - compact: The token as it came.
  ///   - keys: The issuer's keys. They aren't used if the token is signed with the client secret.
  ///   - expectations: The values of the sign-in.
  ///   - now: The current time.
  /// - Throws: ``IDTokenError``. Never use a token that wasn't accepted.
  public func idToken(
    _ compact: Secret, signedBy keys: JSONWebKeySet, expecting expectations: IDTokenExpectations, now: Date
  ) throws(IDTokenError) -> IDToken {
    let signature = try signature(of: compact)
    let verified: VerifiedSignature
    do throws(JOSEError) {
      verified =
        if let secret = secretKeys(for: signature) {
          try signature.verified(by: secret, allowing: symmetricAlgorithms)
        } else {
          try signature.verified(by: keys, allowing: asymmetricAlgorithms)
        }
    } catch {
      throw .notVerified(error)
    }
    return try IDToken(verified, compact: compact, policy: self, expecting: expectations, now: now)
  }

  /// Verifies an ID token with the issuer's published keys, and fetches them if necessary.
  ///
  /// - Parameters:
  ///   - compact: The token as it came.
  ///   - source: The source of the issuer's keys. It isn't asked if the token is signed with the
  ///     client secret.
  ///   - expectations: The values of the sign-in.
  ///   - now: The wall clock, read once the keys are there.
  /// - Throws: ``IDTokenError``; the error of `source` if it can't get keys.
  public func idToken(
    _ compact: Secret, signedBy source: some KeySource, expecting expectations: IDTokenExpectations,
    now: WallClock
  ) async throws -> IDToken {
    let signature = try signature(of: compact)
    let verified: VerifiedSignature
    do {
      verified = try await self.verified(signature, by: source)
    } catch let error as JOSEError {
      throw IDTokenError.notVerified(error)
    }
    return try IDToken(verified, compact: compact, policy: self, expecting: expectations, now: now.now())
  }

  /// Verifies the signature of an ID token or a logout token (Back-Channel Logout §2.6).
  ///
  /// - Throws: `JOSEError` if the signature isn't accepted; the error of `source` if it can't get
  ///   keys.
  func verified(
    _ signature: JSONWebSignature, by source: some KeySource
  ) async throws -> VerifiedSignature {
    if let secret = secretKeys(for: signature) {
      return try signature.verified(by: secret, allowing: symmetricAlgorithms)
    }
    return try await source.verified(signature, allowing: asymmetricAlgorithms, type: .any)
  }

  private func signature(of compact: Secret) throws(IDTokenError) -> JSONWebSignature {
    let signature: JSONWebSignature
    do {
      signature = try JSONWebSignature(compact: compact.reveal())
    } catch {
      throw .notVerified(error)
    }
    // ID tokens have no type of their own. All JWTs with their own type end in +jwt (RFC 8725
    // §3.11): access tokens, logout tokens, DPoP proofs and request objects are not ID tokens.
    if let type = signature.header.type, type.lowercased().hasSuffix("+jwt") {
      throw .notVerified(.wrongType(UntrustedText(type)))
    }
    return signature
  }

  private var symmetricAlgorithms: Set<SignatureAlgorithm> { algorithms.filter(\.isSymmetric) }
  private var asymmetricAlgorithms: Set<SignatureAlgorithm> { algorithms.filter { !$0.isSymmetric } }

  /// Returns the client secret as a key set if the token's algorithm is symmetric, otherwise `nil`.
  ///
  /// Published keys verify signatures with private keys, and the secret verifies only HMACs.
  /// Neither is ever tried in place of the other.
  private func secretKeys(for signature: JSONWebSignature) -> JSONWebKeySet? {
    guard SignatureAlgorithm(rawValue: signature.header.algorithm)?.isSymmetric ?? false else { return nil }
    return JSONWebKeySet(clientSecret.map { [JSONWebKey(secret: $0)] } ?? [])
  }
}
