#if CLI
internal import ArgumentParser
internal import OAuthCore
internal import OAuthServer

/// Where a person's new password comes from.
struct PasswordInput: ParsableArguments {
  @Option(
    name: .customLong("password-file"),
    help: "A file with the password, or - for standard input, which it is unless said.")
  var file = "-"

  /// Shorter ones are guessed before a lock-out helps.
  static let fewestCharacters = 8

  /// The hash of the password, at the cost that is due now.
  func hash(_ console: Console) async throws -> PasswordHash {
    let password =
      file == "-"
      ? try SecretPrompt.read(asking: "The password, and Return (it is not shown):", on: console)
      : try SecretInput.read(file)
    guard password.reveal().count >= Self.fewestCharacters else {
      throw ValidationError("The password has fewer than \(Self.fewestCharacters) characters.")
    }
    guard password.octetCount <= PasswordDirectory<InMemoryPasswordStore>.maximumPasswordOctets else {
      throw ValidationError(
        "The password has more than \(PasswordDirectory<InMemoryPasswordStore>.maximumPasswordOctets) octets, which nobody can sign in with."
      )
    }
    return try await PasswordHasher().hash(password)
  }
}
#endif
