/// What kind of store holds tokens, where, and what protects them: an answer to "where is my token?".
public struct StorageLocation: Sendable, Hashable {
  /// The kind of store.
  public let kind: StorageKind
  /// The path, or the keyring's name. Never secret.
  public let place: String
  /// What keeps others from reading the tokens, as a sentence for people.
  public let protection: String

  /// Describes a store.
  ///
  /// - Parameters:
  ///   - kind: the kind of store.
  ///   - place: the path, or the keyring's name. It is shown and goes into errors: never a secret.
  ///   - protection: what keeps others from reading the tokens, as a sentence for people.
  public init(_ kind: StorageKind, place: String, protection: String) {
    self.kind = kind
    self.place = place
    self.protection = protection
  }
}

extension StorageLocation: CustomStringConvertible {
  /// The place, then what protects it.
  public var description: String { "\(place). \(protection)" }
}

/// A kind of ``TokenStore``. Others than Pixy's may have their own.
public struct StorageKind: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  /// A stable word, such as `file`.
  public let rawValue: String

  /// Names a kind.
  ///
  /// - Parameter rawValue: a stable word, such as `file`; people see it, and settings hold it.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The word.
  public var description: String { rawValue }

  /// The process's memory: gone when it ends.
  public static let memory = StorageKind(rawValue: "memory")
  /// Encrypted files.
  public static let file = StorageKind(rawValue: "file")
  /// The Secret Service of a Linux desktop: GNOME Keyring, KWallet, KeePassXC.
  public static let secretService = StorageKind(rawValue: "secret-service")
  /// Apple's keychain.
  public static let keychain = StorageKind(rawValue: "keychain")
}
