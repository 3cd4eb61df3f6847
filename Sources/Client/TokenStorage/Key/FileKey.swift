public import OAuthCore

/// The key that opens encrypted token files.
///
/// A store records which kind it was created with, and opens with no other.
public enum FileKey: Sendable {
  /// A passphrase that the user knows. An attacker with a copy of the files has to guess it, and
  /// pays the cost of scrypt for every guess.
  case passphrase(Secret, cost: ScryptCost = .standard)
  /// 32 random bytes in a separate file, which is created with the store. The path is absolute and
  /// outside the store's folder.
  case keyFile(String)
  /// 32 random bytes in a keyring.
  case held(by: any KeyHolder)
}

extension FileKey: CustomStringConvertible {
  /// The kind of key, and where it is kept.
  public var description: String {
    switch self {
    case .passphrase: "a passphrase"
    case .keyFile(let path): "the key file \(path)"
    case .held(let holder): "a key in \(holder.location.place)"
    }
  }
}

extension FileKey {
  /// The protection that this key gives, for users, including its limits.
  var protection: String {
    switch self {
    case .passphrase:
      "Files encrypted with a key derived from a passphrase: anyone with a copy of them has to guess the passphrase."
    case .keyFile(let path):
      "Files encrypted with the key in \(path), which only you may read. This protects copies and backups that do not "
        + "include the key. It does not protect against programs that you run, or against a copy of your whole disk."
    case .held(let holder):
      "Files encrypted with a key in \(holder.location.place). \(holder.location.protection)"
    }
  }
}
