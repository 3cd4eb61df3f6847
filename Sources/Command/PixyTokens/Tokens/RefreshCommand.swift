package import ArgumentParser
internal import PixyAuth
package import PixyTerminal

/// `pixy refresh`: obtains a new access token, whatever the remaining lifetime of the old one.
package struct RefreshCommand: ConsoleCommand {
  package init() {}

  package static let configuration = CommandConfiguration(
    commandName: "refresh",
    abstract: "Refresh the access token now.",
    discussion: """
      Refreshes even if the stored access token is still valid, for example after a change of permissions at the \
      server. If another process has just refreshed, its token is used. Prints nothing on standard output without \
      --token or --json.
      """
  ).withExamples(of: "refresh")

  @Flag(help: "Print the access token.")
  var token = false

  @OptionGroup(title: "Account") var account: AccountOptions
  @OptionGroup var options: AccessTokenOptions

  package func validate() throws {
    try options.check("--token", isGiven: token)
  }

  package func run(on console: Console) async throws {
    let printer = token || options.json ? TokenPrinter(header: false, json: options.json) : nil
    try await options.run(of: account, on: console, validFor: nil, printer: printer) { session in
      let new = try await session.refreshed()
      Console.standard.say("Refreshed.")
      return new
    }
  }
}
