package import ArgumentParser
internal import OAuth
internal import OAuthCore
internal import PixyAuth
package import PixyTerminal

/// `pixy run`: runs a program with an access token in its environment.
package struct RunCommand: ConsoleCommand {
  package init() {}

  package static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run a program with an access token in its environment.",
    usage: "pixy run [--account ACCOUNT] [--name NAME] -- PROGRAM ARGUMENTS …",
    discussion: """
      The program replaces pixy, and so owns the terminal, the signals and the exit status.

        pixy run --name GITLAB_TOKEN -- glab mr list

      The token is not refreshed while the program runs. The exit status is 127 if there is no such program, and 126 \
      if it can't be executed.
      """
  ).withExamples(of: "run")

  @OptionGroup(title: "Account") var account: AccountOptions

  @Option(help: "Name of the variable.")
  var name = VariableName.usual

  @Argument(parsing: .postTerminator, help: ArgumentHelp("Program and its arguments.", valueName: "program"))
  var words: [String] = []

  package func validate() throws {
    try name.requireOwn()
    guard !words.isEmpty else { throw ValidationError("Give a program after --.") }
  }

  package func run(on console: Console) async throws {
    let descriptors = OpenDescriptors.now()
    let (directory, session) = try await account.session(on: console)
    let handedToken = try await HandedToken.get(.access, of: session, in: directory)
    try ReplacedProgram.run(words, variables: [name.text: handedToken.token.reveal()], keeping: descriptors)
  }
}
