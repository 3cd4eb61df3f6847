package import ArgumentParser
internal import OAuth
internal import OAuthCore
internal import PixyAuth
package import PixyTerminal

/// `pixy env`: prints a shell command that sets an environment variable to a token.
package struct EnvCommand: ConsoleCommand {
  package init() {}

  package static let configuration = CommandConfiguration(
    commandName: "env",
    abstract: "Print a shell command that exports an access token.",
    discussion: """
      For a shell and the programs that it starts, until the token expires.

      Every program that the shell starts can read the variable. `pixy run` gives the token to one program only.
      """
  ).withExamples(of: "env")

  @OptionGroup(title: "Account") var account: AccountOptions

  @Option(help: "Name of the variable.")
  var name = VariableName.usual

  package func validate() throws {
    try name.requireOwn()
  }

  package func run(on console: Console) async throws {
    let (directory, session) = try await account.session(on: console)
    let handedToken = try await HandedToken.get(.access, of: session, in: directory)
    console.result(name.export(handedToken.token.reveal()))
  }
}
