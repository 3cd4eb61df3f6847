internal import ArgumentParser
internal import MCPBridge
internal import OAuthCore
internal import PixyAuth
internal import PixyConnection
internal import PixyTerminal

/// `pixy mcp URL`: connects a program that speaks to MCP servers over standard streams with a server
/// over HTTP.
struct MCPConnectCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "connect",
    abstract: "Connect an MCP host to a protected MCP server.",
    discussion: """
      Reads JSON-RPC messages from standard input, one on each line, posts them to the server (Streamable HTTP, MCP \
      2025-11-25 and 2026-07-28), and prints the server's messages, one on each line. It ends with its input.

      Requests have the access token of the account for the URL, which `pixy login URL` stores. The token is refreshed \
      when necessary, once for all processes. It is sent only to the server's origin, and only if the server names \
      the account's authorization server.

      If the user has to sign in, or the token lacks a scope, your browser opens, once for all processes, and the \
      request waits for the sign-in. If no browser can be opened here, with --no-browser, and after a sign-in that \
      failed, the answer is an error with the command to run. After that sign-in, the next request uses the new token.

      With --identity-provider, no browser opens for the URL: your company's identity provider vouches for you \
      (MCP Enterprise-Managed Authorization). Sign in there once with `pixy login ISSUER --scope openid …`.
      """
  ).withExamples(of: "mcp connect")

  @Argument(help: "The URL of the MCP server.")
  var url: String

  @OptionGroup(title: "Account") var account: AccountOptions

  @OptionGroup(title: "Identity provider") var identity: IdentityProviderOptions

  @Flag(help: "Open no browser; answer with an error that names the command.")
  var noBrowser = false

  @Flag(help: "Print each step on standard error. Secrets are never printed.")
  var verbose = false

  func validate() throws {
    if let problem = RequestCommand.problem(of: url) { throw ValidationError("The URL can't be used. \(problem)") }
  }

  func run(on console: Console) async throws {
    // A trace file that can't be written is reported before the host sends anything.
    _ = try account.tracing.recorder()
    let connection = MCPConnection(
      to: try Endpoint(url), account: account, identity: identity,
      opensBrowser: !noBrowser && BrowserLogin.opensBrowser(),
      isVerbose: verbose, console: console)
    try await Interruption.cancelling {
      let bridge = Bridge(to: connection.endpoint, connection.effects)
      try await bridge.run(StandardInputLines.stream())
      try Task.checkCancellation()
    }
  }
}
