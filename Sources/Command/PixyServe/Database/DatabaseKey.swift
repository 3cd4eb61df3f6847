internal import Crypto
internal import OAuthCore
internal import OAuthServer
internal import PKCE

/// The key that encrypts the signing keys in a database, and its source.
struct DatabaseKey: Sendable {
  /// The source of the key, for the operator.
  enum Origin: Equatable {
    case variable
    case file(path: String)
  }

  let secret: Secret
  let origin: Origin
  /// The key before this one, which still opens what it sealed.
  var former: Secret?

  /// Returns the seal of the signing keys.
  /// - Throws: `SigningKeyRingError` if a key has another form than a sealing key's.
  func seal() throws(SigningKeyRingError) -> SigningKeySeal {
    try SigningKeySeal(key: secret, former: [former].compactMap(\.self))
  }

  /// Derives a key for another purpose, which doesn't reveal this key (RFC 5869).
  func derived(for purpose: String) -> Secret {
    let key = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: Array(secret.reveal().utf8)), info: Array("pixy serve: \(purpose)".utf8),
      outputByteCount: 32)
    // Safe: the bytes are copied before the closure returns.
    return Secret(Base64URL.encode(unsafe key.withUnsafeBytes { unsafe Array($0) }))
  }
}

extension DatabaseKey.Origin {
  /// The source in words.
  var text: String {
    switch self {
    case .variable: "from the variable \(ResolvedSettings.sealKeyVariable)"
    case .file(let path): "in \(path)"
    }
  }

  /// The path of the file with the key; nil if a variable contains it.
  var path: String? {
    switch self {
    case .variable: nil
    case .file(let path): path
    }
  }
}
