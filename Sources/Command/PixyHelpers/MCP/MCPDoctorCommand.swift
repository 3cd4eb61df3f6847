internal import ArgumentParser
internal import OAuthCore
internal import PixyAuth
internal import PixyConnection
internal import PixyTerminal

/// `pixy mcp doctor`: checks each step between a host and a protected MCP server.
struct MCPDoctorCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Find problems with an MCP server and its account.",
    discussion: """
      Checks step by step whether the server answers, publishes its metadata, and names an authorization server with \
      PKCE and registration, whether an account is for it, and whether it accepts that account's token for \
      `initialize`. Opens no browser. `pixy discover URL` lists the metadata. The exit status is 1 if there is a \
      problem.
      """
  ).withExamples(of: "mcp doctor")

  @Argument(help: "The URL of the MCP server.")
  var url: String

  @OptionGroup(title: "Account") var account: AccountOptions

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    if let problem = RequestCommand.problem(of: url) { throw ValidationError("The URL can't be used. \(problem)") }
  }

  func run(on console: Console) async throws {
    // A trace file that can't be written is reported before the first request.
    _ = try account.tracing.recorder()
    let findings = try await MCPDoctor(endpoint: try Endpoint(url), account: account, console: console).findings()
    if json {
      console.result(json: ["version": 1, "findings": .array(findings.map { .object($0.members) })])
    } else {
      findings.flatMap { $0.lines(console.resultStyle) }.forEach(console.result)
    }
    if findings.contains(where: { $0.level == .problem }) { throw ExitStatus.failure }
  }
}
