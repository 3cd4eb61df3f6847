internal import ArgumentParser
internal import OAuth
internal import OAuthCore

/// `pixy revoke`: makes a token worthless (RFC 7009).
struct RevokeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke",
    abstract: "Make a token worthless.",
    discussion: "Reads an access token or a refresh token from standard input and has the server revoke it (RFC 7009).")

  @OptionGroup(title: "Server") var server: ServerOptions
  @OptionGroup(title: "Client") var client: ClientOptions

  @Option(help: "What kind of token it is, access_token or refresh_token, which helps some servers to find it.")
  var hint: String?

  @Flag(help: "Say what happens, step by step; never a secret.")
  var verbose = false

  func validate() throws {
    try client.requireRegisteredClient()
    // The token comes from there.
    try FileInput.checkOneReader(of: ["-", client.clientSecretFile, client.clientKeyFile])
  }

  func run() async throws {
    let console = Console.standard
    do {
      let token = try SecretInput.read("-", asking: "The token")
      let oauth = try await client.oauthClient(server, logger: console.logger(isVerbose: verbose))
      try await oauth.revoke(token, hint: hint.map(TokenTypeHint.init(rawValue:)))
      console.say("Revoked.")
    } catch {
      throw ExitStatus.report(error, on: console)
    }
  }
}
