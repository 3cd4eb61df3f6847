internal import ArgumentParser

/// Whether the client is made for this one sign-in.
struct RegistrationOptions: ParsableArguments {
  @Flag(
    help:
      "Register a new client with the server first (RFC 7591). Its id and secret are kept with the tokens, what manages it isn't."
  )
  var register = false

  @Option(
    name: .customLong("initial-access-token-file"),
    help: "A file with the token that the server wants for --register, or - for standard input.")
  var initialAccessTokenFile: String?

  func validate() throws {
    guard initialAccessTokenFile == nil || register else {
      throw ValidationError("--initial-access-token-file is for --register.")
    }
  }
}
