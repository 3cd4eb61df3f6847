internal import FoundationBasics
internal import OAuth
internal import OAuthCore
internal import PixyAccounts
internal import PixyAuth
internal import PixyTerminal
internal import TokenStorage

/// Prints an account's access token: as text, as a header field, or as JSON.
struct TokenPrinter {
  let header: Bool
  let json: Bool
  /// The remaining lifetime that the user requested.
  var need = Duration.zero

  /// The message for a user who requested more time than the server's tokens have; `nil` if their
  /// lifetime suffices or is unknown.
  static func shortage(_ need: Duration, lifetime: Duration?) -> String? {
    guard let lifetime, lifetime < need else { return nil }
    return "The server issues tokens for only \(lifetime.inWords), which is less than \(need.inWords)."
  }

  func print(_ token: Secret, of session: AccountSession, in directory: AccountDirectory, on console: Console)
    async throws
  {
    // A refresh may have changed the expiry and scope since the account was read.
    let isKept = session.storedAccount.tokens.accessToken == token
    let stored =
      isKept ? session.storedAccount.tokens : try await directory.store.tokens(for: session.storedAccount.account)
    // Another process may have refreshed since: its token has another expiry.
    let tokens = stored?.accessToken == token ? stored : nil
    if let words = Self.shortage(need, lifetime: tokens?.expiresIn) { console.say(words) }
    if json {
      var members: [String: JSONValue] = [
        "version": 1, "access_token": .string(token.reveal()),
        "account": .object(session.storedAccount.account.members),
      ]
      members["token_type"] = stored.map { .string($0.tokenType.rawValue) }
      members["scope"] = (tokens?.scope).map { .string($0.parameter) }
      members["expires_at"] = (tokens?.expiresAt).map { .string($0.formatted(.iso8601)) }
      members["expires_in"] = (tokens?.expiresAt).map { .integer(Int64($0.timeIntervalSinceNow)) }
      return console.result(json: members)
    }
    guard stored?.tokenType != .dpop else { throw TokenPrinterError.bound(session.storedAccount.account) }
    console.result(header ? "Authorization: Bearer \(token.reveal())" : token.reveal())
  }
}

/// The reason why a token isn't printed.
enum TokenPrinterError: Error {
  /// The token is bound to a key.
  case bound(Account)
}

extension TokenPrinterError: ExplainedError {
  /// The facts of each case.
  var facts: ErrorFacts {
    let row = ErrorFacts.Row(
      at: .resource, .mistake,
      remedy: "Send requests with `pixy request`, which signs them, or print the token with --json.")
    return switch self {
    case .bound(let account):
      row(
        "token_is_bound",
        """
        The access token of \(UntrustedText("\(account.name)@\(account.server)")) is bound to a key (DPoP, RFC 9449) \
        and useless without it.
        """)
    }
  }
}
