public import FoundationBasics
public import JOSE
public import OAuthCore

extension IDTokenPolicy {
  /// Verifies an ID token with given keys, without any request.
  ///
  /// - Parameters:
  ///   - token: The token as it came.
  ///   - keys: The issuer's keys. They aren't used if the token is signed with the client secret.
  ///   - expectations: The values of the sign-in.
  ///   - now: The current time.
  /// - Throws: ``IDTokenError``. Never use a token that wasn't accepted.
  public func idToken(
    _ token: Secret, signedBy keys: JSONWebKeySet, expecting expectations: IDTokenExpectations, now: Date
  ) throws(IDTokenError) -> IDToken {
    let (compact, signature) = try parse(token)
    let verifiedSignature: VerifiedSignature
    do throws(JOSEError) {
      verifiedSignature =
        if let secret = secretKeys(for: signature) {
          try signature.verified(by: secret, allowing: symmetricAlgorithms)
        } else {
          try signature.verified(by: keys, allowing: asymmetricAlgorithms)
        }
    } catch {
      throw .notVerified(error)
    }
    return try IDToken(verifiedSignature, compact: compact, policy: self, expecting: expectations, now: now)
  }

  /// Verifies an ID token with the issuer's published keys, and fetches them if necessary.
  ///
  /// - Parameters:
  ///   - token: The token as it came.
  ///   - source: The source of the issuer's keys. It isn't asked if the token is signed with the
  ///     client secret.
  ///   - expectations: The values of the sign-in.
  ///   - now: The wall clock, read once the keys are there.
  /// - Throws: ``IDTokenError``; the error of `source` if it can't get keys.
  public func idToken(
    _ token: Secret, signedBy source: some KeySource, expecting expectations: IDTokenExpectations,
    now: WallClock
  ) async throws -> IDToken {
    let (compact, signature) = try parse(token)
    let verifiedSignature: VerifiedSignature
    do {
      verifiedSignature = try await self.verified(signature, by: source)
    } catch let error as JOSEError {
      throw IDTokenError.notVerified(error)
    }
    return try IDToken(verifiedSignature, compact: compact, policy: self, expecting: expectations, now: now.now())
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

  /// Returns the signed JWT in an encrypted token. Without ``decryption``, returns the token itself.
  ///
  /// - Throws: `JSONWebEncryptionError` if the token can't be decrypted, or isn't encrypted.
  func signedJWT(in token: Secret) throws(JSONWebEncryptionError) -> Secret {
    guard let decryption else { return token }
    return try decryption.decrypted(token)
  }

  /// Returns the signed JWT of a stored token, which a program may have stored as it came.
  func stored(_ token: Secret) throws(IDTokenError) -> Secret {
    guard JWTDecryption.isEncrypted(token) else { return token }
    do {
      return try signedJWT(in: token)
    } catch {
      throw .notDecrypted(error)
    }
  }

  private func parse(_ token: Secret) throws(IDTokenError) -> (compact: Secret, JSONWebSignature) {
    let compact: Secret
    let signature: JSONWebSignature
    do {
      compact = try signedJWT(in: token)
    } catch {
      throw .notDecrypted(error)
    }
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
    return (compact, signature)
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
