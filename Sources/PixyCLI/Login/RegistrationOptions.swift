internal import ArgumentParser

/// The options for a client that is registered for this sign-in.
struct RegistrationOptions: ParsableArguments {
  @Flag(
    help: """
      Register a new client with the server first (RFC 7591). Its ID and secret are stored with the tokens; its \
      registration access token is not.
      """
  )
  var register = false

  @Option(
    name: .customLong("initial-access-token-file"),
    help: ArgumentHelp(
      "The file with the initial access token for --register, or - for standard input.", valueName: "file"),
    completion: .file())
  var initialAccessTokenFile: String?

  func validate() throws {
    guard initialAccessTokenFile == nil || register else {
      throw ValidationError("--initial-access-token-file needs --register.")
    }
  }
}
