internal import DPoPVerification
internal import HTTPTypes
internal import OAuthCore

extension AccessRefusal.Reason {
  /// The response's status (RFC 6750 §3.1, RFC 9449 §7.1, RFC 9470 §3).
  var status: HTTPResponse.Status {
    switch self {
    case .request: .badRequest
    case .scope: .forbidden
    case .unavailable: .serviceUnavailable
    case .noToken, .token, .proof, .scheme, .authentication: .unauthorized
    }
  }

  /// The error in the response; `nil` without a token, because such a request isn't an error yet
  /// (RFC 6750 §3.1).
  var response: ErrorResponse? {
    switch self {
    case .noToken: nil
    case .request(let cause): ErrorResponse(.invalidRequest, description: cause.clientDescription)
    case .token(let cause): ErrorResponse(.invalidToken, description: cause.clientDescription)
    // A key other than the token's makes the token invalid, not the proof (RFC 9449 §7.1).
    case .proof(.anotherKey):
      ErrorResponse(.invalidToken, description: AccessTokenProblem.anotherKey.clientDescription)
    case .proof(let cause): ErrorResponse(cause.errorCode, description: cause.clientDescription)
    case .scheme(let type):
      ErrorResponse(.invalidToken, description: "this resource does not accept the scheme \(type.rawValue)")
    case .scope: ErrorResponse(.insufficientScope, description: "the scope of the access token is not sufficient")
    case .authentication:
      ErrorResponse(
        .insufficientUserAuthentication, description: "a more recent or stronger authentication is required")
    case .unavailable: ErrorResponse(.temporarilyUnavailable)
    }
  }
}

extension WrittenChallenge {
  /// Appends the error to the challenge (RFC 6750 §3, RFC 9470 §3).
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
