internal import ArgumentParser
internal import OAuth

/// `pixy revoke`: revokes a token (RFC 7009).
struct RevokeCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke",
    abstract: "Revoke a token.",
    discussion:
      "Reads an access token or a refresh token from standard input, and asks the server to revoke it (RFC 7009).")

  @Option(
    help: ArgumentHelp(
      "The kind of token: access_token or refresh_token. Some servers find the token faster with it.", valueName: "kind"
    ))
  var hint: String?

  @OptionGroup var options: TokenInputOptions

  func run(on console: Console) async throws {
    try await options.run(on: console) { oauth, token in
      try await oauth.revoke(token, hint: hint.map(TokenTypeHint.init(rawValue:)))
      console.say("Revoked.")
    }
  }
}
