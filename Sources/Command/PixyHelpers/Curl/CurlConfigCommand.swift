package import ArgumentParser
internal import OAuth
internal import OAuthCore
internal import PixyAuth
package import PixyTerminal

/// `pixy curl-config`: prints a configuration for `curl --config`.
package struct CurlConfigCommand: ConsoleCommand {
  package init() {}

  package static let configuration = CommandConfiguration(
    commandName: "curl-config",
    abstract: "Print a curl configuration with an access token.",
    discussion: """
      For scripts that run curl themselves, instead of a .netrc file. curl sends the token to every URL that it is \
      given. `pixy curl` checks the URL first.
      """
  ).withExamples(of: "curl-config")

  @OptionGroup(title: "Account") var account: AccountOptions

  package func run(on console: Console) async throws {
    let (directory, session) = try await account.session(on: console)
    let handedToken = try await HandedToken.get(.access, of: session, in: directory)
    guard let config = CurlConfig(bearer: handedToken.token) else {
      throw HelperTokenError.unwritable(session.storedAccount.account)
    }
    console.result(config.text.reveal())
  }
}
