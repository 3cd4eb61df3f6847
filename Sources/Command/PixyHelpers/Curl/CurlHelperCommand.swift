package import ArgumentParser
internal import CLibrary
internal import OAuth
internal import OAuthCore
internal import PixyAuth
internal import PixyConnection
package import PixyTerminal
#if canImport(System)
internal import System
#else
internal import SystemPackage
#endif

/// `pixy curl`: runs curl with an account's access token.
package struct CurlHelperCommand: ConsoleCommand {
  package init() {}

  package static let configuration = CommandConfiguration(
    commandName: "curl",
    abstract: "Run curl with an access token.",
    usage: "pixy curl [--account ACCOUNT] [--origin ORIGIN …] [--any-origin] -- CURL-ARGUMENTS …",
    discussion: """
      The arguments after -- are passed to curl:

        pixy curl -- -sS https://api.example.com/me

      curl receives the token as a configuration file through a pipe, so it does not appear in the list of processes. \
      Each URL must be complete and have one of the account's origins. curl omits the token when a redirect leads to \
      another host. Unless --any-origin is given, ~/.curlrc is not read, and options are rejected that add other URLs \
      (-K), send the token after a redirect (--location-trusted), connect elsewhere (--connect-to, --resolve, --proxy \
      and similar), or disable the check of the server (-k, --cacert, --capath). Proxies from the environment are used \
      for https only. To trust further certificate authorities, set CURL_CA_BUNDLE.

      Without --account, the account whose resource the first URL belongs to is used, otherwise the default account.

      The exit status is curl's. curl does not refresh a rejected token and names no missing scope. `pixy request` \
      does both, and supports DPoP.
      """
  ).withExamples(of: "curl")

  @OptionGroup(title: "Account") var account: AccountOptions
  @OptionGroup(title: "Account") var origins: OriginOptions

  @Flag(help: "Send the token to any URL. Anyone who receives a bearer token can use it.")
  var anyOrigin = false

  @Argument(parsing: .postTerminator, help: "Arguments for curl.")
  var arguments: [String] = []

  package func validate() throws {
    guard !arguments.isEmpty else { throw ValidationError("Give curl's arguments after --.") }
    guard !anyOrigin else { return }
    if let option = CurlArguments(arguments).escape {
      throw ValidationError("\(option) could send the token to another server. Use --any-origin to allow that.")
    }
  }

  package func run(on console: Console) async throws {
    let descriptors = OpenDescriptors.now()
    // A proxy from the environment could read a token that isn't encrypted.
    var withoutProxy: [String] = []
    let read = CurlArguments(arguments)
    let target = read.addresses.first.flatMap { try? Endpoint($0.prefix { $0 != "#" }.description) }
    let directory = try await AccountDirectory.existing(account.profile)
    let storedAccount = try await directory.account(account.choice, requesting: target)
    let session = try await account.session(of: storedAccount, in: directory, on: console)
    if !anyOrigin {
      let allowed = Set((session.storedAccount.origins + origins.endpoints).map(\.origin))
      if let address = read.foreignAddress(allowed) {
        throw CurlError.foreignAddress(address, allowed: allowed.sorted())
      }
      if read.isPlain { withoutProxy = ["--noproxy", "*"] }
    }
    let handedToken = try await HandedToken.get(.access, of: session, in: directory)
    guard let config = CurlConfig(bearer: handedToken.token) else {
      throw HelperTokenError.unwritable(session.storedAccount.account)
    }
    let pipe = try FileDescriptor.pipe()
    // No process reads the pipe yet, so everything must fit into it at once.
    _ = fcntl(pipe.writeEnd.rawValue, F_SETFL, O_NONBLOCK)
    do {
      try pipe.writeEnd.closeAfter { _ = try pipe.writeEnd.writeAll((config.text.reveal() + "\n").utf8) }
    } catch Errno.resourceTemporarilyUnavailable {
      throw HelperTokenError.unwritable(session.storedAccount.account)
    }
    var connection = session.storedAccount.record.server.curlOptions
    // The certificate is for the account's servers only. curl reads files, no variables or commands.
    let certificateFiles = [connection.certificate, connection.certificateKey].compactMap(\.self)
    if anyOrigin || !certificateFiles.allSatisfy(SecretInput.isFile) {
      (connection.certificate, connection.certificateKey) = (nil, nil)
    }
    if let trust = connection.trust, !SecretInput.isFile(trust) { connection.trust = nil }
    try ReplacedProgram.run(
      ["curl"] + (anyOrigin ? [] : ["--disable"]) + ["--config", "/dev/fd/\(pipe.readEnd.rawValue)"] + withoutProxy
        + connection.words.joined() + arguments,
      keeping: descriptors.adding(pipe.readEnd))
  }
}

/// A reason not to run curl.
enum CurlError: Error {
  /// A URL doesn't have one of the account's origins, or can't be parsed.
  case foreignAddress(String, allowed: [String])
}

extension CurlError: ExplainedError {
  /// The facts of each case.
  var facts: ErrorFacts {
    let row = ErrorFacts.Row(
      at: .resource, .mistake,
      remedy: """
        Give complete URLs, add an origin with --origin, or allow all with --any-origin. The value of an option that \
        pixy does not know counts as a URL.
        """)
    return switch self {
    case .foreignAddress(let address, let allowed):
      row(
        "foreign_origin",
        // The part after the path may be secret.
        """
        \(UntrustedText(String(address.prefix { $0 != "?" && $0 != "#" }))) may not receive the account's token. The \
        account's origins are \(allowed.joined(separator: ", ")).
        """)
    }
  }
}
