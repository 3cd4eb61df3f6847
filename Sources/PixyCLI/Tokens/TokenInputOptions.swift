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
  /// - Parameter use: Sends the token with the client, and reports the result on the console.
  func run(_ use: (OAuthClient, Secret, Console) async throws -> Void) async throws {
    let console = Console.standard
    do {
      let token = try SecretInput.read("-", asking: "The token")
      let oauth = try await client.oauthClient(server, logger: console.logger(isVerbose: verbose))
      try await use(oauth, token, console)
    } catch {
      throw ExitStatus.report(error, on: console)
    }
  }
}
