package import ArgumentParser
internal import OAuth
internal import PixyConnection
package import PixyTerminal

/// `pixy introspect`: asks the server whether a token is active (RFC 7662).
package struct IntrospectCommand: ConsoleCommand {
  package init() {}

  package static let configuration = CommandConfiguration(
    commandName: "introspect",
    abstract: "Ask the server whether a token is active.",
    discussion: """
      Reads the token from standard input and prints the server's answer as JSON (RFC 7662). Without an issuer, an \
      account's server and client are used. The exit status is 0 if \
      the token is active, and 1 if it is not.
      """
  ).withExamples(of: "introspect")

  @OptionGroup var options: TokenInputOptions

  @Flag(help: "Print errors as JSON too. The server's answer is JSON in any case.")
  var json = false

  package func run(on console: Console) async throws {
    try await options.run(on: console, needing: .introspection) { client, token in
      switch try await client.oauth.introspect(token) {
      case .active(let found):
        console.result(json: found.members)
      case .inactive:
        console.result(#"{"active":false}"#)
        throw ExitStatus.failure
      }
    }
  }
}
