public import JOSE
internal import OAuthCore

/// What a server signs with, one key for each algorithm, and the public keys that it publishes at its `jwks_uri` (OpenID
/// Connect Core §10.1): for ID tokens, and for everything else that it signs (RFC 9068, JARM, UserInfo, logout tokens).
///
/// Whoever configures a server with the scope `openid` makes one, out of keys that are kept somewhere: a server that makes a
/// new key at each start ends what its clients remember. A ``SigningKeyRing`` keeps them, changes them in time, and has every
/// process of a server agree.
///
/// ES256 is the default worth having: it signs about twelve times as fast as RS256. OpenID Connect Discovery §3 wants a
/// server to have RS256 as well, for clients that know nothing else:
///
/// ```swift
/// let keys = try SigningKeys(signing: es256, alsoSigning: [rs256])
/// ```
///
/// To change a key without a ring (§10.1.1), publish the new one for an hour, which is how long the key set may be kept, then
/// sign with it, and go on publishing the old one for as long as its ID tokens are good:
///
/// ```swift
/// let before = try SigningKeys(signing: old, alsoPublished: [new.verificationKey])
/// let after = try SigningKeys(signing: new, alsoPublished: [old.verificationKey])
/// ```
public struct SigningKeys: Sendable, Hashable {
  /// Signs where nobody asked for an algorithm.
  public let signing: SigningKey
  /// Everything that signs, each for its algorithm: ``signing`` first.
  public let signers: [SigningKey]
  /// The public keys that clients find: those of ``signers`` first.
  public let published: JSONWebKeySet

  /// Checks and takes keys.
  /// - Parameters:
  ///   - signing: signs where nobody asked for an algorithm. Its own must be asymmetric, and it must have a `kid`.
  ///   - more: sign for clients that are registered for their algorithms (Registration §2, `id_token_signed_response_alg`); at
  ///     most one for each.
  ///   - others: public keys that don't sign any more, or not yet. Each must have a `kid` of its own.
  /// - Throws: ``SigningKeysError/noKeyID`` or ``SigningKeysError/repeatedKeyID(_:)`` if a header's `kid` wouldn't name one key;
  ///   ``SigningKeysError/repeatedAlgorithm(_:)`` if two keys sign with one algorithm;
  ///   ``SigningKeysError/notPublic(_:)`` for secrets and for keys that aren't for signatures.
  public init(
    signing: SigningKey, alsoSigning more: [SigningKey] = [], alsoPublished others: [JSONWebKey] = []
  ) throws(SigningKeysError) {
    let signers = [signing] + more
    var algorithms: Set<SignatureAlgorithm> = []
    for signer in signers where !algorithms.insert(signer.algorithm).inserted {
      throw .repeatedAlgorithm(signer.algorithm.rawValue)
    }
    var names: Set<String> = []
    let keys = signers.map(\.verificationKey) + others
    for key in keys {
      guard let name = key.keyID, !name.isEmpty else { throw .noKeyID }
      guard names.insert(name).inserted else { throw .repeatedKeyID(name) }
      guard SignatureAlgorithm.asymmetric.contains(where: key.allows) else { throw .notPublic(name) }
    }
    self.signing = signing
    self.signers = signers
    published = JSONWebKeySet(keys)
  }

  /// The key that signs with an algorithm.
  /// - Parameter algorithm: what the receiver is registered for; `nil` if it said nothing.
  /// - Returns: `nil` if there is no key for it. Another key must not stand in: the receiver would refuse the signature, or
  ///   learn to take what it didn't ask for.
  public func signer(for algorithm: SignatureAlgorithm?) -> SigningKey? {
    guard let algorithm else { return signing }
    return signers.first { $0.algorithm == algorithm }
  }
}

extension SigningKeys {
  /// The algorithms of the keys that sign, as a metadata member lists them.
  var algorithmNames: JSONValue { .array(signers.map { .string($0.algorithm.rawValue) }) }
}
