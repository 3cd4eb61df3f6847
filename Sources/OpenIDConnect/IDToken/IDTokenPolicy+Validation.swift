#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import JOSE
public import OAuthCore

extension IDTokenPolicy {
  /// Checks an ID token with keys at hand, without any request.
  ///
  /// - Parameters:
  ///   - compact: the token as it came.
  ///   - keys: the issuer's keys. Not used if the token is signed with the client secret.
  ///   - expectations: what the sign-in asked for and got.
  ///   - now: the present moment.
  /// - Throws: ``IDTokenError``. A token that failed once is not to be used for anything.
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

  /// Checks an ID token with the issuer's published keys, which may be fetched for it.
  ///
  /// - Parameters:
  ///   - compact: the token as it came.
  ///   - source: the issuer's keys. Not asked if the token is signed with the client secret.
  ///   - expectations: what the sign-in asked for and got.
  ///   - now: tells the present moment once the keys are there.
  /// - Throws: ``IDTokenError``; what `source` throws if it can't get keys.
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

  /// Checks a signature the way ID tokens' are, which logout tokens' are too (Back-Channel Logout §2.6).
  ///
  /// - Throws: `JOSEError` if the signature isn't accepted; what `source` throws if it can't get keys.
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
    // ID tokens have no type of their own, but all kinds that have one end like this (RFC 8725 §3.11): access tokens,
    // logout tokens, DPoP proofs and request objects are no ID tokens.
    if let type = signature.header.type, type.lowercased().hasSuffix("+jwt") {
      throw .notVerified(.wrongType(UntrustedText(type)))
    }
    return signature
  }

  private var symmetricAlgorithms: Set<SignatureAlgorithm> { algorithms.filter(\.isSymmetric) }
  private var asymmetricAlgorithms: Set<SignatureAlgorithm> { algorithms.filter { !$0.isSymmetric } }

  /// The client secret as a key set if the token says that it is signed with it, otherwise nil: published keys check what
  /// is signed with a private key, the secret checks the rest, and neither is ever tried in the other's place.
  private func secretKeys(for signature: JSONWebSignature) -> JSONWebKeySet? {
    guard SignatureAlgorithm(rawValue: signature.header.algorithm)?.isSymmetric ?? false else { return nil }
    return JSONWebKeySet(clientSecret.map { [JSONWebKey(secret: $0)] } ?? [])
  }
}
