internal import DPoPVerification
internal import HTTPTypes
internal import OAuthCore

extension AccessRefusal.Reason {
  /// RFC 6750 §3.1; RFC 9449 §7.1; RFC 9470 §3.
  var status: HTTPResponse.Status {
    switch self {
    case .request: .badRequest
    case .scope: .forbidden
    case .unavailable: .serviceUnavailable
    case .noToken, .token, .proof, .scheme, .authentication: .unauthorized
    }
  }

  /// Nil without a token: nobody is told what was expected before they tried (RFC 6750 §3.1).
  var response: ErrorResponse? {
    switch self {
    case .noToken: nil
    case .request(let cause): ErrorResponse(.invalidRequest, description: cause.clientDescription)
    case .token(let cause): ErrorResponse(.invalidToken, description: cause.clientDescription)
    // RFC 9449 §7.1: a key other than the token's makes the token invalid, not the proof.
    case .proof(.anotherKey):
      ErrorResponse(.invalidToken, description: AccessTokenProblem.anotherKey.clientDescription)
    case .proof(let cause): ErrorResponse(cause.errorCode, description: cause.clientDescription)
    case .scheme(let type):
      ErrorResponse(.invalidToken, description: "tokens are not taken with the scheme \(type.rawValue) here")
    case .scope: ErrorResponse(.insufficientScope, description: "the access token does not reach this")
    case .authentication:
      ErrorResponse(
        .insufficientUserAuthentication, description: "a more recent or stronger authentication is required")
    case .unavailable: ErrorResponse(.temporarilyUnavailable)
    }
  }
}

extension WrittenChallenge {
  /// Adds what went wrong (RFC 6750 §3, RFC 9470 §3).
  mutating func append(_ reason: AccessRefusal.Reason) {
    guard let response = reason.response else { return }
    append("error", response.error.rawValue)
    append("error_description", response.errorDescription?.description)
    switch reason {
    case .scope(let scope): append("scope", scope.parameter)
    case .authentication(let requirement):
      append("acr_values", requirement.acrValues.isEmpty ? nil : requirement.acrValues.joined(separator: " "))
      append("max_age", requirement.maxAge.map { String($0.components.seconds) })
    default: break
    }
  }
}
