internal import OAuthCore

/// Why the Security Token Service gave no keys.
enum AWSError: Error, Hashable {
  /// It refused; its own words, the token withheld from them.
  case refused(status: Int, code: UntrustedText, message: UntrustedText)
  /// The answer isn't the service's.
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

  var explanation: String {
    switch self {
    case .refused(let status, let code, let message):
      "The AWS Security Token Service refused with status \(status), \(code): \(message)"
    case .unreadable(let status):
      "What answered with status \(status) isn't the AWS Security Token Service: its answer is not the service's XML."
    }
  }

  var remedy: String {
    switch self {
    case .refused(_, let code, _):
      switch code.description {
      case "ExpiredTokenException": "Measure this machine's clock, or sign in again."
      case "AccessDenied": "Let the role's trust policy name this issuer and the client id as its audience."
      case "InvalidIdentityToken":
        "Register the issuer as an OpenID Connect provider in IAM, with the client id as its audience."
      default: "See the role's trust policy, and whether IAM knows the issuer as an OpenID Connect provider."
      }
    case .unreadable: "Look at --endpoint or --region."
    }
  }

  /// The same error without a secret that the service may have sent back.
  func withholding(_ secrets: [Secret]) -> AWSError {
    guard case .refused(let status, let code, let message) = self else { return self }
    return .refused(status: status, code: code.withholding(secrets), message: message.withholding(secrets))
  }
}
