internal import ArgumentParser
internal import OAuth
internal import OAuthCore
#if canImport(System)
internal import System
#else
internal import SystemPackage
#endif
#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
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
      of one of the account's origins. curl leaves the token out when a redirect goes to another host. Unless --any-origin says that the token \
      may go anywhere, ~/.curlrc is not read, and options are refused that bring other addresses (-K), send the token after a redirect \
      (--location-trusted), go elsewhere (--connect-to, --resolve, --proxy and the like) or trust anybody there (-k, --cacert, --capath). Proxies \
      of the environment are used for https alone. Further authorities are named by curl's variable CURL_CA_BUNDLE.

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
      let inherited = OpenDescriptors.now()
      // A proxy of the environment would see a token that isn't encrypted.
      var withoutProxy: [String] = []
      let (book, session) = try await account.session(on: console)
      if !anyOrigin {
        let allowed = Set((session.kept.origins + origins.endpoints).map(\.origin))
        let read = CurlArguments(arguments)
        if let address = read.foreignAddress(allowed) {
          throw CurlError.foreignAddress(address, allowed: allowed.sorted())
        }
        if read.isPlain { withoutProxy = ["--noproxy", "*"] }
      }
      let handed = try await HandedToken.get(.access, of: session, in: book)
      guard let config = CurlConfig(bearer: handed.token) else {
        throw HelperTokenError.unwritable(session.kept.account)
      }
      let pipe = try FileDescriptor.pipe()
      // Nobody reads meanwhile: what doesn't fit into the pipe at once never will.
      _ = fcntl(pipe.writeEnd.rawValue, F_SETFL, O_NONBLOCK)
      do {
        try pipe.writeEnd.closeAfter { _ = try pipe.writeEnd.writeAll((config.text.reveal() + "\n").utf8) }
      } catch Errno.resourceTemporarilyUnavailable {
        throw HelperTokenError.unwritable(session.kept.account)
      }
      try ReplacedProgram.run(
        ["curl"] + (anyOrigin ? [] : ["--disable"]) + ["--config", "/dev/fd/\(pipe.readEnd.rawValue)"] + withoutProxy
          + arguments,
        keeping: inherited.adding(pipe.readEnd))
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
