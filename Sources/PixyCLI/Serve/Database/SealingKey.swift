internal import Crypto
internal import OAuthCore
internal import PKCE

/// The key that seals a database's signing keys, and how it came.
struct SealingKey: Sendable {
  /// How it came, for the person to know.
  enum Origin: Equatable {
    case variable
    case file(path: String)
  }

  let secret: Secret
  let origin: Origin

  /// Another key, for another purpose, from which nobody learns this one (RFC 5869).
  func derived(for purpose: String) -> Secret {
    let key = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: Array(secret.reveal().utf8)), info: Array("pixy serve: \(purpose)".utf8),
      outputByteCount: 32)
    // Safe: the octets are copied while the key lends them.
    return Secret(Base64URL.encode(unsafe key.withUnsafeBytes { unsafe Array($0) }))
  }
}

extension SealingKey.Origin {
  /// What is said about it.
  var text: String {
    switch self {
    case .variable: "of the variable \(SettledSettings.sealKeyVariable)"
    case .file(let path): "in \(path)"
    }
  }

  /// The file that it is in, if it is in one.
  var path: String? {
    switch self {
    case .variable: nil
    case .file(let path): path
    }
  }
}
