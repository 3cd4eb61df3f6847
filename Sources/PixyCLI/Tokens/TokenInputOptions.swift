internal import ArgumentParser
internal import OAuth
internal import OAuthCore
internal import OAuthProviders

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

  /// The client, and the same client at a provider that was named.
  struct Client {
    let oauth: OAuthClient
    let provider: ProviderClient?
  }

  /// Reads the token and uses it.
  /// - Parameters:
  ///   - console: The console for messages.
  ///   - use: Sends the token with the client, and reports the result.
  func run(on console: Console, _ use: (Client, Secret) async throws -> Void) async throws {
    let token = try SecretInput.read("-", asking: "The token")
    let choice = try client.choice(for: server)
    let transport = try server.transport()
    let logger = console.logger(isVerbose: verbose)
    let provider = try server.choice.knownProvider().map {
      choice.providerClient($0, through: transport, logger: logger)
    }
    let oauth = try await choice.oauthClient(server.choice, through: transport, logger: logger)
    try await use(Client(oauth: oauth, provider: provider), token)
  }
}
