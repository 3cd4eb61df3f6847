internal import OAuthCore

/// A failure of the AWS Security Token Service to issue credentials.
enum AWSError: Error, Hashable {
  /// The service rejected the request. Its message is included, without the token.
  case refused(status: Int, code: UntrustedText, message: UntrustedText)
  /// The answer doesn't have the service's format.
  case unreadable(status: Int)
}

extension AWSError: ExplainedError {
  var code: String {
    switch self {
    case .refused: "aws_refused"
    case .unreadable: "aws_unreadable"
    }
  }

  var step: FlowStep { .token }

  var category: ErrorCategory {
    switch self {
    case .refused: .refused
    case .unreadable: .invalidInput
    }
  }

  var explanation: String {
    switch self {
    case .refused(let status, let code, let message):
      "The AWS Security Token Service rejected the request with status \(status), \(code): \(message)"
    case .unreadable(let status):
      """
      The server that answered with status \(status) is not the AWS Security Token Service: its answer is not the \
      service's XML.
      """
    }
  }

  var remedy: String {
    switch self {
    case .refused(_, let code, _):
      switch code.description {
      case "ExpiredTokenException": "Check this machine's clock, or sign in again."
      case "AccessDenied": "Name this issuer, and the client ID as audience, in the role's trust policy."
      case "InvalidIdentityToken":
        "Register the issuer as an OpenID Connect provider in IAM, with the client ID as its audience."
      default: "Check the role's trust policy, and that IAM has the issuer as an OpenID Connect provider."
      }
    case .unreadable: "Check --endpoint or --region."
    }
  }

  /// Returns the same error, with secrets removed that the service may have returned.
  func withholding(_ secrets: [Secret]) -> AWSError {
    guard case .refused(let status, let code, let message) = self else { return self }
    return .refused(status: status, code: code.withholding(secrets), message: message.withholding(secrets))
  }
}
