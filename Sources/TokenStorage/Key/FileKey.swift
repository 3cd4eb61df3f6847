public import OAuthCore

/// What opens encrypted files.
///
/// A store remembers which of these it was made with, and is opened with no other.
public enum FileKey: Sendable {
  /// Something that a person knows. Whoever has a copy of the files has to guess it, at the cost of scrypt for every guess.
  case passphrase(Secret, cost: ScryptCost = .standard)
  /// 32 random octets in a file of their own, which is made with the store; an absolute path outside of the store's folder.
  case keyFile(String)
  /// 32 random octets in a keyring.
  case held(by: any KeyHolder)
}

extension FileKey: CustomStringConvertible {
  /// Which of the cases it is, and where the key is.
  public var description: String {
    switch self {
    case .passphrase: "a passphrase"
    case .keyFile(let path): "the key file \(path)"
    case .held(let holder): "a key in \(holder.location.place)"
    }
  }
}

extension FileKey {
  /// What keeps others from reading the tokens, honestly.
  var protection: String {
    switch self {
    case .passphrase:
      "Files encrypted with a key made of a passphrase: who copies them has to guess it."
    case .keyFile(let path):
      "Files encrypted with the key in \(path), which only you may read: that protects copies and backups of the folder "
        + "without the key, and against reading in passing; not against programs that run as you, or who has your whole disk."
    case .held(let holder):
      "Files encrypted with a key in \(holder.location.place). \(holder.location.protection)"
    }
  }
}
