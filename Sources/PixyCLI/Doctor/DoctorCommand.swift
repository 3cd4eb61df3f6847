internal import ArgumentParser
internal import FoundationBasics
internal import OAuthCore

/// `pixy doctor`: finds problems with signing in, storing tokens and refreshing them on this
/// machine.
struct DoctorCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Find problems with signing in on this machine.",
    discussion: """
      Checks the token stores, the browser and the accounts, whether the accounts' servers answer, and how far this \
      machine's clock is from theirs. Changes nothing and sends no token. The exit status is 1 if there is a problem.
      """)

  @OptionGroup var profile: ProfileOptions

  @Flag(help: "Print JSON.")
  var json = false

  func run(on console: Console) async throws {
    let findings = await Doctor(profile: profile, environment: ProcessInfo.processInfo.environment).findings()
    if json {
      console.result(json: ["version": 1, "findings": .array(findings.map { .object($0.members) })])
    } else {
      findings.flatMap { $0.lines(console.resultStyle) }.forEach(console.result)
    }
    if findings.contains(where: { $0.level == .problem }) { throw ExitStatus.failure }
  }
}
