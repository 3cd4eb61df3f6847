/// The location of a token store: its kind, its place, and what protects it.
public struct StorageLocation: Sendable, Hashable {
  /// The kind of store.
  public let kind: StorageKind
  /// The path, or the keyring's name. Never secret.
  public let place: String
  /// The protection of the tokens, as a sentence for users.
  public let protection: String

  /// Describes a location.
  ///
  /// - Parameters:
  ///   - kind: The kind of store.
  ///   - place: The path, or the keyring's name. It is displayed and appears in errors, so it must
  ///     not be secret.
  ///   - protection: The protection of the tokens, as a sentence for users.
  public init(_ kind: StorageKind, place: String, protection: String) {
    self.kind = kind
    self.place = place
    self.protection = protection
  }
}

extension StorageLocation: CustomStringConvertible {
  /// The place and its protection.
  public var description: String { "\(place). \(protection)" }
}

/// A kind of ``TokenStore``. Stores outside of Pixy may define their own kinds.
public struct StorageKind: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  /// A stable word, such as `file`.
  public let rawValue: String

  /// Creates a kind.
  ///
  /// - Parameter rawValue: A stable word, such as `file`. Users see it, and settings contain it.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The raw value.
  public var description: String { rawValue }

  /// The memory of the process, gone when it ends.
  public static let memory = StorageKind(rawValue: "memory")
  /// Encrypted files.
  public static let file = StorageKind(rawValue: "file")
  /// The Secret Service of a Linux desktop: GNOME Keyring, KWallet, KeePassXC.
  public static let secretService = StorageKind(rawValue: "secret-service")
  /// Apple's keychain.
  public static let keychain = StorageKind(rawValue: "keychain")
}
