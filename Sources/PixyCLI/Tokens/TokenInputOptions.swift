internal import ArgumentParser
internal import OAuth
internal import OAuthCore

/// The options and the run that `pixy introspect` and `pixy revoke` share: both send a token from
/// standard input to the server.
struct TokenInputOptions: ParsableArguments {
  @OptionGroup var server: ServerOptions
  @OptionGroup(title: "Client") var client: ClientOptions

  @Flag(help: "Print each step. Secrets are never printed.")
  var verbose = false

  func validate() throws {
    try client.requireRegisteredClient()
    // Standard input contains the token.
    try FileInput.checkOneReader(of: ["-", client.clientSecretFile, client.clientKeyFile])
  }

  /// Reads the token and uses it.
  /// - Parameters:
  ///   - console: The console for messages.
  ///   - use: Sends the token with the client, and reports the result.
  func run(on console: Console, _ use: (OAuthClient, Secret) async throws -> Void) async throws {
    let token = try SecretInput.read("-", asking: "The token")
    let oauth = try await client.oauthClient(server, logger: console.logger(isVerbose: verbose))
    try await use(oauth, token)
  }
}
