internal import ArgumentParser
internal import OAuthCore

/// `pixy device`: signs in on another device that has a browser (RFC 8628).
struct DeviceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "device",
    abstract: "Sign in with a browser on another device.",
    discussion: """
      Shows a URL and a code that you enter in any browser, then waits until you have allowed the sign-in there. For \
      machines without a browser, with servers that support the device grant (RFC 8628). With the scope openid the ID \
      token is verified. The tokens are stored as `pixy login` stores them.
      """)

  @OptionGroup var server: ServerOptions
  @OptionGroup(title: "Client") var client: ClientOptions
  @OptionGroup(title: "Account") var keep: AccountStorageOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  @Option(help: "Scope to request. Repeatable, or separate scopes with spaces.")
  var scope: [String] = []

  @Flag(name: .customLong("dpop"), help: "Bind the tokens to a new key (DPoP, RFC 9449).")
  var dpop = false

  func validate() throws {
    try server.requireServer()
    try client.requireRegisteredClient()
    guard !(server.isProvider && dpop) else {
      throw ValidationError("--dpop is for an issuer, not for a provider's name.")
    }
    if !keep.forgets { try server.requireFilesThatStay() }
  }

  func run() async throws {
    try await Interruption.cancelling { try await signIn() }
  }

  private func signIn() async throws {
    let console = Console.standard
    do {
      // A dry run opens no store.
      let book = server.dryRun ? nil : try await keep.book()
      let choice = try client.choice(for: server)
      let scope = scope.isEmpty ? nil : try Scope(parameter: scope.joined(separator: " "))
      let device = DeviceSignIn(server: server, client: choice, scope: scope, bindsToKey: dpop)
      guard let book else { return try await signIn(by: device, in: nil, console, request: nil) }
      var asked = AccountRecord(server: server.choice, client: choice, grant: .device, scope: scope ?? .none)
      asked.origins = keep.origin
      asked.name = keep.name
      asked.isBound = dpop
      let provider = try SignIn.provider(server.choice, nil, clientID: choice.id)
      try await keep.requireUnambiguousName(in: book, at: provider)
      let turns = SignInQueue(
        book: book, providers: [provider], request: asked.digest([]), timeout: SignInQueue.deviceTimeout)
      let kept = try await turns.take(saying: console.say) {
        try await signIn(by: device, in: book, console, request: turns.request)
      }
      if let kept { try await output.show(kept, in: book, on: console) }
    } catch {
      throw ExitStatus.report(error, on: console)
    }
  }

  private func signIn(
    by device: DeviceSignIn, in book: AccountBook?, _ console: Console, request: String?
  ) async throws {
    var signedIn = try await device.run(on: console, isVerbose: output.verbose)
    signedIn.request = request
    try await output.show(signedIn, signedIn.tokens.members, in: book, keep, on: console)
  }
}
