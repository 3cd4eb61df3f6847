internal import FoundationBasics
internal import OAuthCore
internal import TokenStorage

/// The token stores that `pixy` uses.
enum Storage {
  /// Creates the ladder of stores. The machine's keyring comes first. Without a keyring, files are
  /// sealed with a passphrase if `PIXY_PASSPHRASE_FILE` names one, otherwise with a key in another
  /// file. The weakest store is allowed because the tool would be useless on a server without a
  /// keyring. The choice is reported when it is made, and by `pixy status`.
  static func ladder(app: String, environment: [String: String]) throws -> StorageLadder {
    let passphrase = try environment["PIXY_PASSPHRASE_FILE"].map { try SecretInput.read($0, asking: "The passphrase") }
    return try StorageLadder.system(
      app: app,
      files: passphrase.map { .passphraseOrKeyFileDespiteReadableByOwner($0) } ?? .keyFileDespiteReadableByOwner,
      environment: environment)
  }
}
