internal import ArgumentParser
internal import OAuthCore
internal import OAuthServer
internal import PixyTerminal

/// The source of a user's new password.
struct PasswordInput: ParsableArguments {
  @Option(
    name: .customLong("password-file"),
    help: ArgumentHelp("The file with the password, or - for standard input.", valueName: "file"), completion: .file())
  var file = "-"

  /// Reads the password and hashes it at the current standard cost.
  func hash() async throws -> PasswordHash {
    try await Self.hash(file, called: "The password", PasswordHasher())
  }

  /// Reads a password of one line.
  /// - Throws: ``BadValue`` if the password can't be read, or has more than one line: no user can type a
  ///   line break on the sign-in page.
  static func read(_ file: String, asking what: String) throws -> Secret {
    let password = try SecretInput.read(file, asking: what)
    guard !password.reveal().utf8.contains(where: { [UInt8(ascii: "\n"), UInt8(ascii: "\r")].contains($0) }) else {
      throw BadValue(
        "\(what) has more than one line.",
        remedy: "The file, or standard input, must contain one line with only the password.")
    }
    return password
  }

  /// Reads a password, checks its length, and hashes it.
  /// - Parameters:
  ///   - file: The source of the password, as `SecretInput.read(_:)` accepts it.
  ///   - what: The subject of error messages, such as "The password".
  ///   - hasher: The password hasher.
  /// - Throws: ``BadValue`` if the password can't be read, has more than one line, or is too short or too
  ///   long.
  static func hash(_ file: String, called what: String, _ hasher: PasswordHasher) async throws -> PasswordHash {
    let password = try read(file, asking: what)
    guard password.reveal().count >= PasswordRules.fewestCharacters else {
      throw BadValue(
        "\(what) has fewer than \(PasswordRules.fewestCharacters) characters.", remedy: "Choose a longer one.")
    }
    guard password.byteCount <= PasswordRules.mostBytes else {
      throw BadValue(
        "\(what) has more than \(PasswordRules.mostBytes) bytes, which is the limit of the sign-in page.",
        remedy: "Choose a shorter one.")
    }
    return try await hasher.hash(password)
  }
}
