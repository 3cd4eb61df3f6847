import JOSE
import OAuthCore

/// A JWK Set that a server publishes.
enum KeySetTarget {
  static func run(_ bytes: [UInt8]) {
    let set: JSONWebKeySet
    do {
      set = try JSONWebKeySet(bytes: bytes)
    } catch {
      requireSafe(error)
      return
    }
    require(set.keys.count + set.skippedKeyCount <= JSONWebKeySet.maximumKeys, "no more keys than the limit")
    for key in set.keys {
      requireSafe("\(key)", of: "a key's description")
      require(key.thumbprint.utf8.count == 43, "a thumbprint is a SHA-256 hash")
      guard let published = key.publicJWK else {
        require(key.keyType == .oct, "only symmetric keys aren't published")
        continue
      }
      for secret in ["d", "p", "q", "dp", "dq", "qi", "oth", "k"] {
        require(published.object?[secret] == nil, "no private member is published")
      }
      let again = try? JSONWebKey(published)
      require(again == key && again?.thumbprint == key.thumbprint, "a published key is read as the same key")
    }
    for algorithm in SignatureAlgorithm.allCases {
      for keyID in [nil, set.keys.first?.keyID] {
        for key in set.candidates(for: algorithm, keyID: keyID) {
          require(key.keyType == algorithm.keyType, "a key is used only for algorithms of its type")
          require(keyID == nil || key.keyID == nil || key.keyID == keyID, "a key with another kid isn't used")
          require(key.use == nil || key.use == "sig", "a key for encryption isn't used")
        }
      }
    }
  }
}
