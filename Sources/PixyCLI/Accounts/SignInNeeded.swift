internal import OAuth
internal import OAuthCore
internal import TokenStorage

/// Nothing more can be done before somebody signs in. It names the command, because programs that call `pixy` show what it says.
struct SignInNeeded: Error {
  /// Why.
  enum Reason {
    /// There is no account at all.
    case noAccount
    /// None goes by this name.
    case unknown(String)
    /// The account's tokens are over.
    case over(Account, String)
  }

  let reason: Reason
  /// What to type.
  let command: String

  /// What to type where nothing is known but the set of accounts, if it isn't the usual one.
  private static func command(profile: String?) -> String {
    "pixy login ISSUER --client-id ID" + (profile.map { " --profile \(ShellWord.quoted($0))" } ?? "")
  }

  init(_ reason: Reason, profile: String? = nil) {
    self.init(reason, command: Self.command(profile: profile))
  }

  init(_ reason: Reason, command: String) {
    self.reason = reason
    self.command = command
  }
}

extension SignInNeeded: ExplainedError {
  var code: String { "sign_in_needed" }
  var step: FlowStep { .token }
  var explanation: String {
    switch reason {
    case .noAccount: "Nobody is signed in."
    case .unknown(let name): "No account here is called \(UntrustedText(name))."
    case .over(_, let why): why
    }
  }
  var remedy: String { "Sign in: \(command)" }
}
