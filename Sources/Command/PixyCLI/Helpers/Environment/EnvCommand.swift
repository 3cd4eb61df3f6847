internal import ArgumentParser
internal import OAuth
internal import OAuthCore

/// `pixy env`: prints a shell command that sets an environment variable to a token.
struct EnvCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "env",
    abstract: "Print a shell command that exports an access token.",
    discussion: """
      For a shell and the programs that it starts, until the token expires:

        eval "$(pixy env)"

      Every program that the shell starts can read the variable. `pixy run` gives the token to one program only.
      """)

  @OptionGroup(title: "Account") var account: AccountOptions

  @Option(help: "Name of the variable.")
  var name = VariableName.usual

  func validate() throws {
    try name.requireOwn()
  }

  func run(on console: Console) async throws {
    let (book, session) = try await account.session(on: console)
    let handed = try await HandedToken.get(.access, of: session, in: book)
    console.result(name.export(handed.token.reveal()))
  }
}
