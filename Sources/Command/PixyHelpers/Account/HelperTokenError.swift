internal import OAuthCore
internal import PixyAccounts
internal import TokenStorage

/// A token that can't be given to another program.
enum HelperTokenError: Error {
  /// The token is bound to a key.
  case bound(Account)
  /// The token is too long for the program's format, or has a character that the format can't
  /// represent.
  case unwritable(Account)
}

extension HelperTokenError: ExplainedError {
  var code: String {
    switch self {
    case .bound: "token_is_bound"
    case .unwritable: "token_unwritable"
    }
  }

  var step: FlowStep { .resource }

  var category: ErrorCategory { .mistake }
  var explanation: String {
    switch self {
    case .bound(let account):
      """
      The access token of \(Self.name(of: account)) is bound to a key (DPoP, RFC 9449). Other programs can't sign with \
      that key.
      """
    case .unwritable(let account):
      """
      The token of \(Self.name(of: account)) is too long for the requesting program, or has characters that its format \
      can't represent.
      """
    }
  }

  private static func name(of account: Account) -> UntrustedText {
    UntrustedText("\(account.name)@\(account.server)")
  }

  var remedy: String {
    switch self {
    case .bound: "Send requests with `pixy request`, which signs each one, or sign in without --dpop."
    case .unwritable: "Send requests with `pixy request`."
    }
  }
}
