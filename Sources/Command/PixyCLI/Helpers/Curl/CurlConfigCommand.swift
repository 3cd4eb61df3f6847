internal import ArgumentParser
internal import OAuth
internal import OAuthCore

/// `pixy curl-config`: prints a configuration for `curl --config`.
struct CurlConfigCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "curl-config",
    abstract: "Print a curl configuration with an access token.",
    discussion: """
      For scripts that run curl themselves, instead of a .netrc file:

        pixy curl-config | curl --config - https://api.example.com/me

      curl sends the token to every URL that it is given. `pixy curl` checks the URL first.
      """)

  @OptionGroup(title: "Account") var account: AccountOptions

  func run(on console: Console) async throws {
    let (book, session) = try await account.session(on: console)
    let handed = try await HandedToken.get(.access, of: session, in: book)
    guard let config = CurlConfig(bearer: handed.token) else {
      throw HelperTokenError.unwritable(session.kept.account)
    }
    console.result(config.text.reveal())
  }
}
