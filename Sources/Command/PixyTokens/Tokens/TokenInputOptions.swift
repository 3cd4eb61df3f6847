internal import ArgumentParser
internal import FoundationBasics
internal import OAuth
internal import OAuthCore
internal import PixyAccounts
internal import PixyAuth
internal import PixyConnection
internal import PixyTerminal

/// The options and the run that `pixy introspect` and `pixy revoke` share: both send a token from
/// standard input to the server, as a client that is named or as an account's client.
struct TokenInputOptions: ParsableArguments, ServerOptionGroups {
  @OptionGroup(title: "Server") var address: ServerAddressOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions
  @OptionGroup var dry: DryRunOptions
  @OptionGroup(title: "Client") var client: ClientOptions

  @Option(
    help: ArgumentHelp(
      "Without an issuer: the account whose server and client are used. Default: the default account.",
      valueName: "account"), completion: .custom { words, _, _ in await AccountCompletion.names(words) })
  var account: String?

  @OptionGroup var profile: ProfileOptions

  @Flag(help: "Print each step. Secrets are never printed.")
  var verbose = false

  func validate() throws {
    if server.isGiven {
      try client.requireRegisteredClient()
      guard account == nil else { throw ValidationError("Give an issuer or --account, not both.") }
    } else if let option = client.isNamed ? "--client-id or --client-file" : withoutEffect.first {
      throw ValidationError("\(option) needs an issuer. Without one an account's client and connection are used.")
    }
    // Standard input contains the token.
    try FileInput.checkOneReader(of: ["-", client.clientFile, client.clientSecretFile, client.clientKeyFile])
  }

  /// The given options that need an issuer: an account has its own client, endpoints and authorities.
  private var withoutEffect: [String] {
    client.forIssuers + (client.clientSecretFile == nil ? [] : ["--client-secret-file"]) + server.givenForIssuers
  }

  /// Reads the token and uses it.
  /// - Parameters:
  ///   - console: The console for messages.
  ///   - endpoint: The endpoint that the token is sent to.
  ///   - use: Sends the token with the client, and reports the result.
  func run(on console: Console, needing endpoint: EndpointName, _ use: (ServerClient, Secret) async throws -> Void)
    async throws
  {
    let token = try Self.token(try SecretInput.read("-", asking: "The token"))
    let logger = console.logger(isVerbose: verbose)
    if server.isGiven {
      let client = try await ServerClient(
        client.choice(for: server), at: server.choice, through: server.transport(), needing: [endpoint], logger: logger)
      return try await use(client, token)
    }
    let name = AccountSelection.choice(option: account, environment: ProcessInfo.processInfo.environment)
    let record = try await AccountDirectory.existing(profile).account(name).record
    let transport = try server.connection.tracing.transport(record.server.transport())
    let client = try await ServerClient(
      record.client, at: record.server,
      through: server.dryRun
        ? DryRunTransport(transport, curl: record.server.curlOptions, console: console) : transport,
      needing: [endpoint], logger: logger)
    try await use(client, token)
  }

  /// Checks that an input is one token: a server answers a request to revoke any other text as if it
  /// had revoked a token (RFC 7009 §2.2).
  private static func token(_ input: Secret) throws -> Secret {
    let text = input.reveal()
    guard !text.contains(where: \.isWhitespace), !text.hasPrefix("{") else {
      throw ValidationError(
        "Standard input must have one token and nothing else: no JSON, and no header field. `pixy token` prints one.")
    }
    return input
  }
}
