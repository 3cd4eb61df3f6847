package import ArgumentParser
internal import PixyTerminal

/// The options of a sign-in by an account at the user's identity provider, for commands that run `pixy
/// login` themselves.
package struct IdentityProviderOptions: ParsableArguments {
  package init() {}

  @Option(
    name: .customLong("identity-provider"),
    help: ArgumentHelp(
      """
      The account at your identity provider that vouches for you, if no account is for the URL yet: its name, its \
      server, or both as NAME@SERVER.
      """, valueName: "account"), completion: .custom { words, _, _ in await AccountCompletion.names(words) })
  package var identityProvider: String?

  @Option(
    name: .customLong("client-id"),
    help: ArgumentHelp(
      "The client ID at the URL's authorization server, for --identity-provider.", valueName: "client-id"))
  var clientID: String?

  @Option(
    name: .customLong("client-file"),
    help: ArgumentHelp("The file with this client that `pixy register --output` wrote.", valueName: "file"),
    completion: .file())
  var clientFile: String?

  @Option(
    name: .customLong("client-secret-file"),
    help: ArgumentHelp("The file with the secret of this client.", valueName: "file"), completion: .file())
  var clientSecretFile: String?

  @Option(
    name: .customLong("client-key-file"),
    help: ArgumentHelp("The file with the private key of this client (PEM or JWK).", valueName: "key-file"),
    completion: .file())
  var clientKeyFile: String?

  package func validate() throws {
    guard identityProvider != nil || options.isEmpty else {
      throw ValidationError("\(options[0].name) needs --identity-provider; otherwise give it to pixy login.")
    }
    for (name, value) in options where name.hasSuffix("-file") && value == "-" {
      throw ValidationError("\(name) needs a file here: standard input has the messages of the host.")
    }
  }

  /// The options as arguments.
  package var arguments: [String] {
    (identityProvider.map { ShellWord.option("--identity-provider", $0) } ?? [])
      + options.flatMap { ShellWord.option($0.name, $0.value) }
  }

  private var options: [(name: String, value: String)] {
    [
      ("--client-id", clientID), ("--client-file", clientFile), ("--client-secret-file", clientSecretFile),
      ("--client-key-file", clientKeyFile),
    ].compactMap { name, value in value.map { (name, $0) } }
  }
}
