internal import OAuthCore
internal import TokenStorage

/// Why a token can't be handed to another program.
enum HelperTokenError: Error {
  /// It is bound to a key.
  case bound(Account)
  /// It has a character that the program's format has no place for, or is longer than it can be.
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

  var explanation: String {
    switch self {
    case .bound(let account):
      "The access token of \(UntrustedText("\(account)")) is bound to a key (DPoP, RFC 9449): other programs can't sign with it."
    case .unwritable(let account):
      "The token of \(UntrustedText("\(account)")) is too long for the program that wants it, or has characters that it can't be given."
    }
  }

  var remedy: String {
    switch self {
    case .bound: "Send requests with `pixy request`, which signs each; or sign in without --dpop."
    case .unwritable: "Send requests with `pixy request`."
    }
  }
}
