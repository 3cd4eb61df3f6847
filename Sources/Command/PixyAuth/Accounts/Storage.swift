internal import FoundationBasics
package import OAuthCore
internal import PixyAccounts
internal import PixyTerminal
package import TokenStorage

/// The token stores that `pixy` uses.
package enum Storage {
  /// Creates the ladder of stores. The machine's keyring comes first. Without a keyring, files are
  /// sealed with a passphrase if `PIXY_PASSPHRASE_FILE` names one, otherwise with a key in another
  /// file. The weakest store is allowed because the tool would be useless on a server without a
  /// keyring. The choice is reported when it is made, and by `pixy status`.
  package static func ladder(app: String, environment: [String: String]) throws -> StorageLadder {
    try ladder(app: app, passphrase: passphrase(environment), environment: environment)
  }

  /// Reads the passphrase of the token files; `nil` if the environment names none.
  static func passphrase(_ environment: [String: String]) throws -> Secret? {
    guard let path = environment["PIXY_PASSPHRASE_FILE"] else { return nil }
    do {
      return try SecretInput.read(path, asking: "The passphrase")
    } catch let error as BadValue {
      throw BadValue("PIXY_PASSPHRASE_FILE: \(error.explanation)", remedy: error.remedy)
    }
  }

  /// Creates the ladder of stores with a passphrase that was already read.
  package static func ladder(app: String, passphrase: Secret?, environment: [String: String]) throws -> StorageLadder {
    try StorageLadder.system(
      app: app,
      files: passphrase.map { .passphraseOrKeyFile($0) } ?? .keyFile,
      environment: environment, onPrompt: { Console.standard.say(KeyringNotice.text(limit: $0)) })
  }
}
