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
  func hash() async throws -> PasswordHash {
    try await Self.hash(file, called: "The password", PasswordHasher())
  }

  /// The hash of a password that a person may have.
  /// - Parameters:
  ///   - file: where it is, as `SecretInput.read(_:)` takes it.
  ///   - what: what errors call it.
  ///   - hasher: what hashes it.
  static func hash(_ file: String, called what: String, _ hasher: PasswordHasher) async throws -> PasswordHash {
    let password = try SecretInput.read(file, asking: what)
    guard password.reveal().count >= fewestCharacters else {
      throw ValidationError("\(what) has fewer than \(fewestCharacters) characters.")
    }
    let most = PasswordDirectory<InMemoryPasswordStore>.maximumPasswordOctets
    guard password.octetCount <= most else {
      throw ValidationError("\(what) has more than \(most) octets, which nobody can sign in with.")
    }
    return try await hasher.hash(password)
  }
}
