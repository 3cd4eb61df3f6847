package import ArgumentParser
internal import OAuthCore
internal import PKCE
internal import PixyTerminal

/// `pixy pkce`: generates a PKCE pair, or checks one (RFC 7636).
package struct PKCECommand: ParsableCommand {
  package init() {}

  package static let configuration = CommandConfiguration(
    commandName: "pkce",
    abstract: "Generate or check a PKCE verifier and challenge (RFC 7636).",
    subcommands: [Make.self, Challenge.self, Check.self], defaultSubcommand: Make.self
  ).withExamples(of: "pkce")

  /// Returns the parameters of the authorization request, by name.
  private static func parameters(of challenge: CodeChallenge) -> [(name: String, value: String)] {
    [("code_challenge", challenge.value), ("code_challenge_method", challenge.method.rawValue)]
  }

  private static func show(_ members: [(name: String, value: String)], asJSON: Bool) {
    let console = Console.standard
    guard asJSON else { return members.forEach { console.result("\($0.name)=\($0.value)") } }
    var object = Dictionary(members.map { ($0.name, JSONValue.string($0.value)) }, uniquingKeysWith: { $1 })
    object["version"] = 1
    console.result(json: object)
  }

  /// `pixy pkce make`: generates a pair.
  struct Make: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "make", abstract: "Generate a code verifier and its S256 challenge."
    ).withExamples(of: "pkce make")

    @Option(help: "Number of random bytes for the verifier, 32 to 96.")
    var bytes = 64

    @Option(help: "Number of random characters instead, 43 to 128.")
    var length: Int?

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
      let verifier: CodeVerifier
      do {
        verifier =
          try length.map { length throws(CodeVerifierError) in try CodeVerifier.random(length: length) }
          ?? CodeVerifier.random(bytes: bytes)
      } catch {
        throw ValidationError("\(error)")
      }
      PKCECommand.show(
        [("code_verifier", verifier.reveal())] + PKCECommand.parameters(of: CodeChallenge(s256: verifier)), asJSON: json
      )
    }
  }

  /// `pixy pkce challenge`: computes the challenge of a verifier.
  struct Challenge: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "challenge", abstract: "Compute the S256 challenge of a verifier.",
      discussion: """
        The verifier is read from standard input or a file, because other users of the machine can read arguments.
        """
    ).withExamples(of: "pkce challenge")

    @Option(name: .customLong("verifier-file"), help: "File with the verifier, or - for standard input.")
    var verifierFile = "-"

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
      let secret = try SecretInput.read(verifierFile)
      let verifier: CodeVerifier
      do {
        verifier = try CodeVerifier(secret.reveal())
      } catch {
        throw Console.standard.failure(reporting: error)
      }
      PKCECommand.show(PKCECommand.parameters(of: CodeChallenge(s256: verifier)), asJSON: json)
    }
  }

  /// `pixy pkce check`: checks a pair.
  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check",
      abstract: "Check whether a verifier matches a challenge.",
      discussion: """
        If they don't match, the command names common mistakes and prints the verifier's S256 challenge. \
        The verifier is read from standard input or a file, because other users of the machine can read arguments. A \
        challenge may begin with a hyphen: write -- before it.
        """
    ).withExamples(of: "pkce check")

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
        let verifier = try CodeVerifier(secret.reveal())
        do {
          let challenge = try CodeChallenge(challenge, method: method)
          guard let mismatch = challenge.mismatch(with: verifier) else {
            return console.say("The verifier matches the challenge.")
          }
          console.say("pixy: The verifier does not match the challenge (RFC 7636 §4.6). \(mismatch)")
        } catch {
          console.say("pixy: \(error)")
        }
        // The expected plain challenge is the verifier, which isn't shown.
        if method == .s256 { console.say("The verifier's challenge is \(CodeChallenge(s256: verifier).value)") }
        throw ExitStatus.failure
      } catch {
        throw console.failure(reporting: error)
      }
    }
  }
}
