internal import ArgumentParser
internal import OAuth
internal import OAuthCore

/// `pixy introspect`: asks the server what a token is worth (RFC 7662).
struct IntrospectCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "introspect",
    abstract: "Ask the server whether a token is active.",
    discussion: """
      Reads the token from standard input and prints the server's answer as JSON (RFC 7662). The exit status is 0 if the token \
      is active, and 1 if it is not.
      """)

  @OptionGroup(title: "Server") var server: ServerOptions
  @OptionGroup(title: "Client") var client: ClientOptions

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
      switch try await oauth.introspect(token) {
      case .active(let found):
        console.result(json: found.members)
      case .inactive:
        console.result(#"{"active":false}"#)
        throw ExitStatus.failure
      }
    } catch {
      throw ExitStatus.report(error, on: console)
    }
  }
}
