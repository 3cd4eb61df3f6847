public import JOSE
internal import OAuthCore

/// The keys with which a server signs, one for each algorithm, and the public keys that it
/// publishes at its `jwks_uri` (OpenID Connect Core §10.1).
///
/// The server signs ID tokens with them, and everything else that it signs (RFC 9068, JARM,
/// UserInfo, logout tokens).
///
/// A server with the scope `openid` needs signing keys that outlive the process: a server that
/// generates new keys at each start invalidates everything that it signed before. A
/// ``SigningKeyRing`` stores the keys, rotates them, and keeps all processes of a server in
/// agreement.
///
/// ES256 is the recommended default: it signs about twelve times as fast as RS256. OpenID Connect
/// Discovery §3 requires RS256 as well, for clients that support nothing else:
///
/// ```swift
/// let keys = try SigningKeys(signing: es256, alsoSigning: [rs256])
/// ```
///
/// To change a key without a ring (§10.1.1), publish the new key for an hour, which is how long
/// clients may cache the key set. Then sign with it, and go on publishing the old key for as long
/// as its ID tokens are valid:
///
/// ```swift
/// let before = try SigningKeys(signing: old, alsoPublished: [new.verificationKey])
/// let after = try SigningKeys(signing: new, alsoPublished: [old.verificationKey])
/// ```
public struct SigningKeys: Sendable, Hashable {
  /// The key that signs by default, for clients that are registered for no algorithm.
  public let signing: SigningKey
  /// All keys that sign, one for each algorithm: ``signing`` first.
  public let signers: [SigningKey]
  /// The public keys that clients can fetch: those of ``signers`` first.
  public let publishedKeys: JSONWebKeySet

  /// Creates the set of a server's keys.
  /// - Parameters:
  ///   - signing: The default key. Its algorithm must be asymmetric, and it must have a `kid`.
  ///   - more: The keys for clients that are registered for other algorithms (Registration §2,
  ///     `id_token_signed_response_alg`); at most one for each algorithm. Default: none.
  ///   - others: Public keys that no longer sign, or don't sign yet. Each must have a `kid` of its
  ///     own. Default: none.
  /// - Throws: ``SigningKeysError/noKeyID`` or ``SigningKeysError/repeatedKeyID(_:)`` if a header's
  ///   `kid` wouldn't identify one key; ``SigningKeysError/repeatedAlgorithm(_:)`` if two keys sign
  ///   with one algorithm; ``SigningKeysError/notPublic(_:)`` for symmetric keys and keys that
  ///   aren't for signatures.
  public init(
    signing: SigningKey, alsoSigning more: [SigningKey] = [], alsoPublished others: [JSONWebKey] = []
  ) throws(SigningKeysError) {
    let signers = ([signing] + more).map { $0.preparedForManySignatures() }
    var algorithms: Set<SignatureAlgorithm> = []
    for signer in signers where !algorithms.insert(signer.algorithm).inserted {
      throw .repeatedAlgorithm(signer.algorithm.rawValue)
    }
    var names: Set<String> = []
    let keys = signers.map(\.verificationKey) + others
    for key in keys {
      guard let name = key.keyID, !name.isEmpty else { throw .noKeyID }
      guard names.insert(name).inserted else { throw .repeatedKeyID(name) }
      guard SignatureAlgorithm.ofKeyPairs.contains(where: key.allows) else { throw .notPublic(name) }
    }
    self.signing = signers[0]
    self.signers = signers
    publishedKeys = JSONWebKeySet(keys)
  }

  /// Returns the key that signs with an algorithm.
  /// - Parameter algorithm: The algorithm that the receiver is registered for; `nil` if it
  ///   registered none.
  /// - Returns: The key, or `nil` if there is none for the algorithm. Do not use another key
  ///   instead: the receiver would reject the signature, or learn to accept an algorithm that it
  ///   didn't ask for.
  public func signer(for algorithm: SignatureAlgorithm?) -> SigningKey? {
    guard let algorithm else { return signing }
    return signers.first { $0.algorithm == algorithm }
  }
}

extension SigningKeys {
  /// The algorithms of the keys that sign, as the value of a metadata member.
  var algorithmNames: JSONValue { .array(signers.map { .string($0.algorithm.rawValue) }) }
}
