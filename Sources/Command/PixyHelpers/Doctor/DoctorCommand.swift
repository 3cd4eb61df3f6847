package import ArgumentParser
internal import FoundationBasics
internal import OAuthCore
internal import PixyAuth
internal import PixyConnection
package import PixyTerminal

/// `pixy doctor`: finds problems with signing in, storing tokens and refreshing them on this
/// machine.
package struct DoctorCommand: ConsoleCommand {
  package init() {}

  package static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Find problems with signing in on this machine.",
    discussion: """
      Checks the token stores, the browser, the proxy and the accounts, whether the accounts' servers answer, and how \
      far this machine's clock is from theirs. With an issuer, it checks that server too, before the first sign-in: \
      its connection, TLS, clock and metadata. Changes nothing and sends no token. The exit status is 1 if there is a \
      problem.
      """
  ).withExamples(of: "doctor")

  @Argument(help: "The issuer of a further server to check.")
  var issuer: String?

  @OptionGroup(title: "Connection to the issuer") var connection: ConnectionOptions
  @OptionGroup var profile: ProfileOptions

  @Flag(help: "Print JSON.")
  var json = false

  package func validate() throws {
    if let issuer, let problem = ServerAddressOptions.problem(of: issuer) { throw ValidationError(problem) }
  }

  package func run(on console: Console) async throws {
    let environment = ProcessInfo.processInfo.environment
    let server = try issuer.map { (issuer: try Issuer($0), transport: try connection.transport()) }
    let findings = await Doctor(profile: profile, server: server, environment: environment).findings()
    if json {
      console.result(json: ["version": 1, "findings": .array(findings.map { .object($0.members) })])
    } else {
      findings.flatMap { $0.lines(console.resultStyle) }.forEach(console.result)
      console.result(DoctorFinding.summary(of: findings))
    }
    if findings.contains(where: { $0.level == .problem }) { throw ExitStatus.failure }
  }
}
