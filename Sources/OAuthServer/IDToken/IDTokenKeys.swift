public import JOSE

/// What an OpenID Provider signs its ID tokens with, and the public keys that it publishes at its `jwks_uri`
/// (OpenID Connect Core §10.1).
///
/// Whoever configures a server with the scope `openid` makes one, out of keys that are kept somewhere: a server that makes a
/// new key at each start ends what its clients remember. To change keys (§10.1.1), publish the new one for an hour, which is how
/// long the key set may be kept, then sign with it, and go on publishing the old one for as long as its ID tokens are good:
///
/// ```swift
/// let before = try IDTokenKeys(signing: old, alsoPublished: [new.verificationKey])
/// let after = try IDTokenKeys(signing: new, alsoPublished: [old.verificationKey])
/// ```
///
/// A server is a value: the new keys go into a new one over the same stores.
public struct IDTokenKeys: Sendable, Hashable {
  /// Signs every ID token.
  public let signing: SigningKey
  /// The public keys that clients find: that of ``signing`` first.
  public let published: JSONWebKeySet

  /// Checks and takes keys.
  ///
  /// RS256 is what clients expect, and what OpenID Connect Discovery §3 wants a server to have; with any other algorithm each
  /// client has to be told (Registration §2, `id_token_signed_response_alg`).
  /// - Parameters:
  ///   - signing: signs from now on. Its algorithm must be asymmetric, and it must have a `kid`.
  ///   - others: public keys that don't sign any more, or not yet. Each must have a `kid` of its own.
  /// - Throws: ``IDTokenKeysError/noKeyID`` or ``IDTokenKeysError/repeatedKeyID(_:)`` if a header's `kid` wouldn't name one key;
  ///   ``IDTokenKeysError/notPublic(_:)`` for secrets and for keys that aren't for signatures.
  public init(signing: SigningKey, alsoPublished others: [JSONWebKey] = []) throws(IDTokenKeysError) {
    var names: Set<String> = []
    let keys = [signing.verificationKey] + others
    for key in keys {
      guard let name = key.keyID, !name.isEmpty else { throw .noKeyID }
      guard names.insert(name).inserted else { throw .repeatedKeyID(name) }
      guard SignatureAlgorithm.asymmetric.contains(where: key.allows) else { throw .notPublic(name) }
    }
    self.signing = signing
    published = JSONWebKeySet(keys)
  }
}
