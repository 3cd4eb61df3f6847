internal import FoundationBasics
internal import OAuthUserAgent
internal import PixyAuth
internal import PixyConnection
internal import PixyTerminal

/// A `pixy login` that needs only the browser, or not even that, so `pixy mcp` can run it for its host.
struct BrowserLogin: Sendable, Hashable {
  /// The arguments after `pixy`.
  let arguments: [String]
  /// The scopes that the sign-in adds to the account's; `nil` for a sign-in without an account.
  let missing: [String]?
  /// Whether it opens a browser. An account at an identity provider needs none.
  var needsBrowser: Bool { !arguments.contains { $0.hasPrefix("--identity-provider") } }

  /// Returns the sign-in that solves an error.
  ///
  /// - Parameters:
  ///   - error: The error of a request.
  ///   - choice: The account that the user named, if any. A sign-in of another account would be in
  ///     vain.
  /// - Returns: `nil` if there is none, or if it needs more than the browser.
  init?(solving error: any Error, of choice: String?) {
    switch error {
    case let error as SignInNeeded:
      switch error.reason {
      case .unusable: break
      case .noAccountFor, .anotherAuthorizationServer: guard choice == nil else { return nil }
      case .noAccount, .unconfirmed, .unknown, .defaultIsGone: return nil
      }
      self.init(command: error.command, missing: nil, challenge: error.challenge)
    case let error as ScopeNeeded where !error.missing.isEmpty:
      self.init(command: error.command, missing: error.missing, challenge: error.challenge)
    default: return nil
    }
  }

  /// Reads a command that a message names.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - missing: The scopes that it adds to an account's.
  ///   - challenge: The `WWW-Authenticate` fields of the rejected request.
  /// - Returns: `nil` if it needs a file whose name isn't stored, a value that isn't stored, another
  ///   grant, or an address that the user copies.
  init?(command: String, missing: [String]? = nil, challenge: [String] = []) {
    let words = ShellWord.words(of: command)
    guard words.starts(with: ["pixy", "login"]), !words.contains("FILE"),
      !words.contains(where: { $0.hasSuffix("=VALUE") || $0.hasSuffix("=FILE") }),
      !words.contains("--grant"), !words.contains("--callback-from-stdin")
    else { return nil }
    arguments = words.dropFirst() + challenge.flatMap { ["--challenge", $0] }
    self.missing = missing
  }

  /// Returns whether `pixy login` opens a browser here.
  static func opensBrowser(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> Bool {
    let choice = (try? Settings.load(environment))?[.browser]
    return SystemBrowser(at: BrowserPlace(in: Surroundings(environment: environment), choice: choice)).isAvailable
  }
}
