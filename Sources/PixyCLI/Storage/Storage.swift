#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import OAuthCore
internal import TokenStorage

/// Which stores `pixy` allows for tokens.
enum Storage {
  /// The machine's keyring first; where there is none, files sealed with a passphrase if `PIXY_PASSPHRASE_FILE` names one, otherwise with a key
  /// that lies in another file. A tool that keeps nothing on a server without a keyring would be of no use there; which store it is, is said
  /// when it is chosen, and `pixy status` says it again.
  static func ladder(app: String, environment: [String: String]) throws -> StorageLadder {
    let passphrase = try environment["PIXY_PASSPHRASE_FILE"].map { try SecretInput.read($0, asking: "The passphrase") }
    return try StorageLadder.system(
      app: app,
      files: passphrase.map { .passphraseOrKeyFileDespiteReadableByOwner($0) } ?? .keyFileDespiteReadableByOwner,
      environment: environment)
  }
}
