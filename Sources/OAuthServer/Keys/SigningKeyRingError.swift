public import OAuthCore

/// Why a server's signing keys can't be used. No case holds any of a key.
public enum SigningKeyRingError: Error, Sendable, Hashable {
  /// A sealing key isn't the base64url of 32 octets.
  case sealingKeyUnusable
  /// The key with this `kid` was sealed with another sealing key, or was changed.
  case cannotOpen(keyID: String)
  /// No algorithm is named, one is named twice, or one is symmetric.
  case algorithms
  /// The times of a rotation don't fit together.
  case schedule
}

extension SigningKeyRingError: ExplainedError {
  /// A stable name.
  public var code: String {
    switch self {
    case .sealingKeyUnusable: "sealing_key_unusable"
    case .cannotOpen: "signing_key_cannot_be_opened"
    case .algorithms: "signing_algorithms_unusable"
    case .schedule: "key_rotation_unusable"
    }
  }

  /// Always `FlowStep.configuration`.
  public var step: FlowStep { .configuration }

  /// What is wrong.
  public var explanation: String {
    switch self {
    case .sealingKeyUnusable: "The key that seals signing keys is not the base64url of 32 octets."
    case .cannotOpen(let keyID):
      "The signing key \(UntrustedText(keyID)) was sealed with another sealing key, or somebody changed it in the store."
    case .algorithms: "The algorithms to sign with are none, the same twice, or made for secrets (HS256 and the like)."
    case .schedule:
      "A new key would sign before everybody has it, or an old one would be gone before its tokens are (OpenID Connect Core §10.1.1)."
    }
  }

  /// What to do about it.
  public var remedy: String {
    switch self {
    case .sealingKeyUnusable:
      "Make one: 32 random octets as base64url without padding (SigningKeySeal.newKey() gives it), and keep it apart from the store."
    case .cannotOpen:
      "Give the sealing key that the store was begun with. If it is lost, the signing keys are too: remove them, and new ones are made."
    case .algorithms: "Name ES256 and RS256, for example: the first is the default."
    case .schedule:
      "Announce keys for two hours at least, publish old ones for a day at least, and use each for longer than it is announced."
    }
  }
}
