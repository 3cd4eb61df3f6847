internal import OAuth
package import OAuthCore
internal import PixyAccounts
internal import PixyTerminal
package import TokenStorage

/// The error for commands that need a new sign-in. It contains the command to run, because programs
/// that call `pixy` show its messages.
package struct SignInNeeded: Error {
  /// The reason.
  package enum Reason {
    /// There is no account.
    case noAccount
    /// No account is for this protected resource.
    case noAccountFor(Endpoint)
    /// The account for this protected resource is of another authorization server than those that the
    /// resource names now.
    case anotherAuthorizationServer(Endpoint, [Issuer], Account)
    /// This protected resource names no authorization server, and the account wasn't signed in for it.
    case unconfirmed(Endpoint, Account)
    /// No account has this name. Perhaps the user meant the account with the similar name.
    case unknown(String, similar: String? = nil)
    /// The default account is no longer signed in, and there are others.
    case defaultIsGone(Account)
    /// The account's tokens can no longer be renewed.
    case unusable(Account, String)
  }

  package let reason: Reason
  /// The command that signs in.
  package let command: String
  /// The name of the set of accounts; `nil` for the default set.
  package let profile: String?
  /// The `WWW-Authenticate` fields of the rejected request, for `pixy login --challenge`.
  package let challenge: [String]

  /// Returns the command if only the set of accounts is known.
  private static func command(profile: String?) -> String {
    "pixy login ISSUER --client-id ID" + option(profile: profile)
  }

  /// Returns the command that sets the default account of a set.
  package static func switchCommand(profile: String?) -> String { "pixy switch ACCOUNT" + option(profile: profile) }

  private static func option(profile: String?) -> String {
    profile.map { " --profile \(ShellWord.quoted($0))" } ?? ""
  }

  package init(_ reason: Reason, profile: String? = nil) {
    self.init(reason, command: Self.command(profile: profile), profile: profile)
  }

  package init(_ reason: Reason, command: String, profile: String? = nil, challenge: [String] = []) {
    self.reason = reason
    self.command = command
    self.profile = profile
    self.challenge = challenge
  }
}

extension SignInNeeded {
  /// Creates the error for an account at an identity provider that is no longer signed in.
  init(identityProvider account: Account, in directory: AccountDirectory) {
    self.init(
      .unusable(
        account,
        "The account \(UntrustedText("\(account.name)@\(account.server)")), which vouched for you, is no longer "
          + "signed in."),
      command: directory.ended.entries.first { $0.account == account }?.command
        ?? Self.command(profile: directory.profile),
      profile: directory.profile)
  }
}

extension SignInNeeded: ExplainedError {
  /// The facts of each reason.
  package var facts: ErrorFacts {
    let row = ErrorFacts.Row(at: .token, .signInNeeded, remedy: "Sign in: \(command)")
    let code = "sign_in_needed"
    return switch reason {
    case .noAccount: row(code, "No account is signed in.")
    case .noAccountFor(let resource): row(code, "No account is signed in for \(resource).")
    case .anotherAuthorizationServer(let resource, let issuers, let account):
      row(
        code,
        """
        \(resource) now accepts tokens of \(issuers.map(\.text).joined(separator: " and ")), and the account \
        \(UntrustedText("\(account.name)@\(account.server)")) is not from there. Its token was not sent.
        """)
    case .unconfirmed(let resource, let account):
      row(
        code,
        """
        \(resource) does not publish which authorization server it uses, and the account \
        \(UntrustedText("\(account.name)@\(account.server)")) was not signed in for it. Its token was not sent.
        """,
        remedy: """
          To use the account nevertheless, give \
          --account \(ShellWord.quoted(UntrustedText("\(account.name)@\(account.provider)").description)).
          """)
    case .unknown(let name, let similar):
      // Users type the word for the account that `pixy switch` set.
      row(
        code,
        "No account here is called \(UntrustedText(name))."
          + (similar.map { " Did you mean \(UntrustedText($0))?" } ?? ""),
        remedy: name == "default"
          ? "Leave the name out to use the default account. Sign in: \(command)" : "Sign in: \(command)")
    case .defaultIsGone(let account):
      row(
        code, "The default account, \(UntrustedText("\(account.name)@\(account.server)")), is no longer signed in.",
        remedy: "Sign in: \(command). Or use another account: \(Self.switchCommand(profile: profile))")
    case .unusable(_, let why): row(code, why)
    }
  }
}
