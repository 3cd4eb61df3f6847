internal import ArgumentParser
internal import OAuth
internal import OAuthCore

/// `pixy env`: prints a line that sets an environment variable.
struct EnvCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "env",
    abstract: "Print a shell line that sets a variable to an access token.",
    discussion: """
      For a shell and all that it starts, until the token ends:

        eval "$(pixy env)"

      Every program that the shell starts can read it. `pixy run` gives it to one program alone.
      """)

  @OptionGroup(title: "Account") var account: AccountOptions

  @Option(help: "The variable.")
  var name = VariableName.usual

  func run() async throws {
    let console = Console.standard
    do {
      let (book, session) = try await account.session(on: console)
      let handed = try await HandedToken.get(.access, of: session, in: book)
      console.result(name.export(handed.token.reveal()))
    } catch {
      throw ExitStatus.report(error, on: console)
    }
  }
}
