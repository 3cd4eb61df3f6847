#if CLI
internal import ArgumentParser
internal import OAuth
internal import OAuthCore
internal import OAuthProviders

/// `pixy login`: signs a person in with the system's browser.
struct LoginCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "login",
    abstract: "Sign in with your browser.",
    discussion: """
      Finds the server's endpoints by its issuer, opens the sign-in page in your browser, waits on 127.0.0.1 for the \
      answer, checks state and iss, redeems the code with PKCE, and, with the scope openid, verifies the ID token: \
      signature, issuer, audience, times, nonce and hashes. The address is always shown, so that you can open it yourself. \
      BROWSER names another browser.

      With a provider's name everything but the client id is known: what to ask for, how to come back, where the profile is. \
      Google's desktop clients have a secret as well (--client-secret-file).

      The exit status is 0 only if everything was verified; --json says what was.
      """)

  @OptionGroup(title: "Server") var server: ServerOptions
  @OptionGroup(title: "Client") var client: ClientOptions
  @OptionGroup(title: "Registration") var registration: RegistrationOptions
  @OptionGroup(title: "Request") var request: RequestOptions
  @OptionGroup(title: "Browser") var browser: BrowserOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  @Flag(help: "Refresh once after signing in, to see that it works.")
  var refresh = false

  func validate() throws {
    if registration.register {
      guard client.clientID == nil else { throw ValidationError("Give --client-id or --register, not both.") }
    } else {
      guard client.clientID != nil else { throw ValidationError("Give --client-id, or --register.") }
      try client.requireRegisteredClient()
    }
  }

  func run() async throws {
    try await Interruption.cancelling { try await signIn() }
  }

  private func signIn() async throws {
    let console = Console.standard
    do {
      let logger = console.logger(isVerbose: output.verbose)
      if let provider = try server.provider() { return try await run(provider, console) }
      let key = try client.key()
      let login = Login(
        server: try server.server(), client: client, key: key,
        secret: try client.clientSecretFile.map(SecretInput.read), registers: registration.register,
        initialAccessToken: try registration.initialAccessTokenFile.map(SecretInput.read),
        request: try request.request(key: key), prover: request.dpop ? try DPoPProver.generate() : nil,
        userAgent: try browser.userAgent(console, logger: logger), refreshes: refresh,
        transport: try server.transport(), logger: logger)
      let outcome = try await login.run(saying: console.say)
      if output.token { console.result(outcome.tokens.tokens.accessToken.reveal()) }
      if output.json { console.result(outcome.json) }
    } catch let error as ValidationError {
      throw error
    } catch {
      throw ExitStatus.report(error, on: console)
    }
  }

  private func run(_ provider: Provider, _ console: Console) async throws {
    if let option = request.forIssuers.first ?? (registration.register ? "--register" : nil) {
      throw ValidationError("\(option) is for an issuer, not for a provider's name.")
    }
    let logger = console.logger(isVerbose: output.verbose)
    let login = ProviderLogin(
      client: try client.providerClient(provider, server, logger: logger), scope: try request.givenScope(),
      parameters: request.givenParameters,
      userAgent: try browser.userAgent(console, for: provider, logger: logger), refreshes: refresh)
    let outcome = try await login.run(saying: console.say)
    if output.token { console.result(outcome.tokens.tokens.accessToken.reveal()) }
    if output.json { console.result(outcome.json) }
  }
}
#endif
