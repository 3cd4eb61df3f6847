internal import OAuthCore

/// A failure of the AWS Security Token Service to issue credentials.
enum AWSError: Error, Hashable {
  /// The service rejected the request. Its message is included, without the token.
  case refused(status: Int, code: UntrustedText, message: UntrustedText)
  /// The answer doesn't have the service's format.
  case unreadable(status: Int)
}

extension AWSError: ExplainedError {
  /// The facts of each case.
  var facts: ErrorFacts {
    switch self {
    case .refused(let status, let code, let message):
      ErrorFacts(
        "aws_refused", at: .token,
        Self.busy.contains(code.description) ? .temporary : ErrorCategory(status: status),
        "The AWS Security Token Service rejected the request with status \(status), \(code)\(message.asSentenceEnd)",
        remedy: Self.remedy(for: code.description))
    case .unreadable(let status):
      ErrorFacts(
        "aws_unreadable", at: .token, ErrorCategory(status: status) == .temporary ? .temporary : .invalidInput,
        """
        The server that answered with status \(status) is not the AWS Security Token Service: its answer is not the \
        service's XML.
        """,
        remedy: "Check --endpoint or --region.")
    }
  }

  /// The codes of the service when it is busy, with status 400 too.
  private static let busy: Set<String> = [
    "Throttling", "ThrottlingException", "RequestLimitExceeded", "ServiceUnavailable", "InternalFailure",
    "IDPCommunicationError",
  ]

  private static func remedy(for code: String) -> String {
    switch code {
    case _ where busy.contains(code): "Try again later."
    case "ExpiredTokenException": "Check this machine's clock, or sign in again."
    case "AccessDenied": "Name this issuer, and the client ID as audience, in the role's trust policy."
    case "InvalidIdentityToken":
      "Register the issuer as an OpenID Connect provider in IAM, with the client ID as its audience."
    default: "Check the role's trust policy, and that IAM has the issuer as an OpenID Connect provider."
    }
  }

  /// Returns the same error, with secrets removed that the service may have returned.
  func withholding(_ secrets: [Secret]) -> AWSError {
    guard case .refused(let status, let code, let message) = self else { return self }
    return .refused(status: status, code: code.withholding(secrets), message: message.withholding(secrets))
  }
}
