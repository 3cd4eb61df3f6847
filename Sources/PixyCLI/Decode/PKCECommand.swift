internal import ArgumentParser
internal import OAuthCore
internal import PKCE

/// `pixy pkce`: generates a PKCE pair, or checks one (RFC 7636).
struct PKCECommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pkce",
    abstract: "Generate or check a PKCE verifier and challenge (RFC 7636).",
    subcommands: [Make.self, Check.self], defaultSubcommand: Make.self)

  /// `pixy pkce make`: generates a pair.
  struct Make: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "make", abstract: "Generate a code verifier and its S256 challenge.")

    @Option(help: "Number of random bytes for the verifier, 32 to 96.")
    var bytes = 64

    @Option(help: "Number of random characters instead, 43 to 128.")
    var length: Int?

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
      let console = Console.standard
      let verifier: CodeVerifier
      do {
        verifier =
          try length.map { length throws(CodeVerifierError) in try CodeVerifier.random(length: length) }
          ?? CodeVerifier.random(bytes: bytes)
      } catch {
        throw ValidationError("\(error)")
      }
      let challenge = CodeChallenge(s256: verifier)
      let members = [
        ("code_verifier", verifier.reveal()), ("code_challenge", challenge.value),
        ("code_challenge_method", challenge.method.rawValue),
      ]
      if json {
        var object = Dictionary(members.map { ($0.0, JSONValue.string($0.1)) }, uniquingKeysWith: { $1 })
        object["version"] = 1
        console.result(json: object)
      } else {
        for (name, value) in members { console.result("\(name)=\(value)") }
      }
    }
  }

  /// `pixy pkce check`: checks a pair.
  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check",
      abstract: "Check whether a verifier matches a challenge.",
      discussion: """
        The verifier is read from standard input or a file, because other users of the machine can read arguments. A \
        challenge may begin with a hyphen: write -- before it.
        """)

    @Argument(help: "The code_challenge.")
    var challenge: String

    @Option(help: "Challenge method: S256 or plain.")
    var method = CodeChallengeMethod.s256.rawValue

    @Option(name: .customLong("verifier-file"), help: "File with the verifier, or - for standard input.")
    var verifierFile = "-"

    func run() throws {
      let console = Console.standard
      guard let method = CodeChallengeMethod(rawValue: method) else {
        throw ValidationError("The method must be S256 or plain.")
      }
      let secret = try SecretInput.read(verifierFile)
      do {
        let challenge = try CodeChallenge(challenge, method: method)
        guard challenge.isMet(by: try CodeVerifier(secret.reveal())) else {
          console.say(
            "pixy: The verifier does not match the challenge (RFC 7636 §4.6). Check that both come from the same pair.")
          throw ExitStatus.failure
        }
        console.say("The verifier matches the challenge.")
      } catch {
        throw ExitStatus.report(error, on: console)
      }
    }
  }
}
