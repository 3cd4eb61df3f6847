package import OAuthCore
internal import PixyAccounts
package import TokenStorage

/// A token that can't be given to another program.
package enum HelperTokenError: Error {
  /// The token is bound to a key.
  case bound(Account)
  /// The token is too long for the program's format, or has a character that the format can't
  /// represent.
  case unwritable(Account)
}

extension HelperTokenError: ExplainedError {
  /// The facts of each case.
  package var facts: ErrorFacts {
    let row = ErrorFacts.Row(at: .resource, .mistake)
    return switch self {
    case .bound(let account):
      row(
        "token_is_bound",
        """
        The access token of \(Self.name(of: account)) is bound to a key (DPoP, RFC 9449). Other programs can't sign \
        with that key.
        """,
        remedy: "Send requests with `pixy request`, which signs each one, or sign in without --dpop.")
    case .unwritable(let account):
      row(
        "token_unwritable",
        """
        The token of \(Self.name(of: account)) is too long for the requesting program, or has characters that its \
        format can't represent.
        """,
        remedy: "Send requests with `pixy request`.")
    }
  }

  private static func name(of account: Account) -> UntrustedText {
    UntrustedText("\(account.name)@\(account.server)")
  }
}
