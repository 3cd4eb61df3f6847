public import OAuthCore

/// The reason why a server's signing keys can't be used. No case contains a part of a key.
public enum SigningKeyRingError: Error, Sendable, Hashable {
  /// A sealing key isn't 32 bytes in base64url.
  case sealingKeyUnusable
  /// The key with this `kid` was sealed with another sealing key, or was changed in the database.
  case cannotOpen(keyID: String)
  /// The list of algorithms is empty, has one twice, or has a symmetric one.
  case algorithms
  /// The times of a rotation don't fit together.
  case schedule
}

extension SigningKeyRingError: ExplainedError {
  /// The facts of each case.
  public var facts: ErrorFacts {
    let row = ErrorFacts.Row(at: .configuration, .mistake)
    return switch self {
    case .sealingKeyUnusable:
      row(
        "sealing_key_unusable", "The key that seals signing keys is not 32 bytes in base64url.",
        remedy: "Generate 32 random bytes in base64url (SigningKeySeal.newKey()), and store them apart from the "
          + "signing keys.")
    case .cannotOpen(let keyID):
      row(
        "signing_key_cannot_be_opened",
        "The signing key \(UntrustedText(keyID)) was sealed with another sealing key, or was changed in the database.",
        remedy: "Use the sealing key of this database. If it is lost, remove the signing keys, and the server "
          + "generates new ones.")
    case .algorithms:
      row(
        "signing_algorithms_unusable",
        "The list of signature algorithms is empty, names one twice, or names a symmetric one such as HS256.",
        remedy: "Name ES256 and RS256, for example. The first is the default.")
    case .schedule:
      row(
        "key_rotation_unusable",
        "Keys would sign before clients have them, or vanish before their tokens expire (OpenID Connect Core §10.1.1).",
        remedy: "Announce keys for at least two hours, use them for longer than that, and publish old ones for at "
          + "least a day.")
    }
  }
}
