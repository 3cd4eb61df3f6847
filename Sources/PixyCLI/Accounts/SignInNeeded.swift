#if CLI
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

  /// What to type where nothing is known.
  static let command = "pixy login ISSUER --client-id ID"

  init(_ reason: Reason, command: String = Self.command) {
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
#endif
