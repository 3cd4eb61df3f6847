#if CLI
internal import ArgumentParser
internal import OAuth
internal import OAuthCore
#if canImport(System)
internal import System
#else
internal import SystemPackage
#endif

/// `pixy curl`: runs curl with an account's access token.
struct CurlHelperCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "curl",
    abstract: "Run curl with an access token.",
    usage: "pixy curl [--account ACCOUNT] [--origin ORIGIN …] [--any-origin] -- CURL-ARGUMENTS …",
    discussion: """
      What follows -- is curl's:

        pixy curl -- -sS https://api.example.com/me

      curl gets the token through a pipe, as a configuration file, so that no list of processes shows it. Every address has to be whole and \
      of one of the account's origins. curl leaves the token out when a redirect goes to another host. ~/.curlrc is not read, and -K and \
      --location-trusted are refused, unless --any-origin says that the token may go anywhere.

      The exit status is curl's. curl does not refresh a token that is refused: `pixy request` does, and signs with a key (DPoP).
      """)

  @OptionGroup(title: "Account") var account: AccountOptions
  @OptionGroup(title: "Account") var origins: OriginOptions

  @Flag(help: "Send the token wherever curl goes. Whoever gets a bearer token can use it.")
  var anyOrigin = false

  @Argument(parsing: .postTerminator, help: "Arguments for curl.")
  var arguments: [String] = []

  func validate() throws {
    guard !arguments.isEmpty else { throw ValidationError("Give curl's arguments after --.") }
    guard !anyOrigin else { return }
    if let option = CurlArguments(arguments).escape {
      throw ValidationError("\(option) could send the token elsewhere; --any-origin allows that.")
    }
  }

  func run() async throws {
    let console = Console.standard
    do {
      let (book, session) = try await account.session(on: console)
      if !anyOrigin {
        let allowed = Set((session.kept.origins + origins.endpoints).map(\.origin))
        if let address = CurlArguments(arguments).foreignAddress(allowed) {
          throw CurlError.foreignAddress(address, allowed: allowed.sorted())
        }
      }
      let handed = try await HandedToken.get(.access, of: session, in: book)
      guard let config = CurlConfig(bearer: handed.token) else {
        throw HelperTokenError.unwritable(session.kept.account)
      }
      let pipe = try FileDescriptor.pipe()
      // It fits into the pipe, so nobody has to read it meanwhile.
      try pipe.writeEnd.closeAfter { _ = try pipe.writeEnd.writeAll((config.text.reveal() + "\n").utf8) }
      try ReplacedProgram.run(
        ["curl"] + (anyOrigin ? [] : ["--disable"]) + ["--config", "/dev/fd/\(pipe.readEnd.rawValue)"] + arguments)
    } catch {
      throw ExitStatus.report(error, on: console)
    }
  }
}

/// Why curl isn't run.
enum CurlError: Error {
  /// An address isn't of the account's origins, or isn't seen to be.
  case foreignAddress(String, allowed: [String])
}

extension CurlError: ExplainedError {
  var code: String { "foreign_origin" }
  var step: FlowStep { .resource }
  var explanation: String {
    switch self {
    case .foreignAddress(let address, let allowed):
      // What stands after the path may be secret.
      "\(UntrustedText(String(address.prefix { $0 != "?" && $0 != "#" }))) is not an address that may get the account's token; those are of \(allowed.joined(separator: ", "))."
    }
  }
  var remedy: String {
    "Give whole addresses, allow another origin with --origin, or any with --any-origin. The value of an option that pixy doesn't know counts as an address."
  }
}
#endif
