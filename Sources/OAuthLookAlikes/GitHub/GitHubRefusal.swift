internal import OAuthCore

/// Why GitHub gives no tokens, in its own words for errors. The descriptions are ours.
enum GitHubRefusal: String, Error, Sendable {
  case badVerificationCode = "bad_verification_code"
  case incorrectClientCredentials = "incorrect_client_credentials"
  case redirectURIMismatch = "redirect_uri_mismatch"
  case badRefreshToken = "bad_refresh_token"
  case unsupportedGrantType = "unsupported_grant_type"
  case authorizationPending = "authorization_pending"
  case slowDown = "slow_down"
  case expiredToken = "expired_token"
  case incorrectDeviceCode = "incorrect_device_code"
  case accessDenied = "access_denied"
  case deviceFlowDisabled = "device_flow_disabled"
  case serverError = "server_error"

  var description: String {
    switch self {
    case .badVerificationCode: "The code is incorrect or has expired."
    case .incorrectClientCredentials: "The client_id or the client_secret is incorrect."
    case .redirectURIMismatch: "The redirect_uri is not the one of the authorization request."
    case .badRefreshToken: "The refresh token is incorrect or has expired."
    case .unsupportedGrantType: "The grant_type is not one that is known here."
    case .authorizationPending: "The person has not entered the code yet."
    case .slowDown: "The interval between two questions was too short."
    case .expiredToken: "The device code has expired."
    case .incorrectDeviceCode: "The device code is not one that is known here."
    case .accessDenied: "The person refused."
    case .deviceFlowDisabled: "The device flow is not enabled for this application."
    case .serverError: "Something went wrong here."
    }
  }

  /// The members of the answer.
  func members(_ more: [String: JSONValue] = [:]) -> [String: JSONValue] {
    more.merging([
      "error": .string(rawValue), "error_description": .string(description),
      "error_uri": "https://docs.github.com/apps/oauth-apps/maintaining-oauth-apps",
    ]) { $1 }
  }
}
