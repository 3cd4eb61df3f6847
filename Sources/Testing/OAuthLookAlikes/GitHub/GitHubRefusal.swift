internal import OAuthCore

/// The error codes of GitHub's token and device endpoints. The descriptions are Pixy's own.
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
    case .unsupportedGrantType: "The grant_type is unknown."
    case .authorizationPending: "The user has not entered the code yet."
    case .slowDown: "The interval between two polls was too short."
    case .expiredToken: "The device code has expired."
    case .incorrectDeviceCode: "The device code is unknown."
    case .accessDenied: "The user denied the request."
    case .deviceFlowDisabled: "The device flow is not enabled for this application."
    case .serverError: "The server failed. Try again later."
    }
  }

  /// Returns the members of the error answer.
  func members(_ more: [String: JSONValue] = [:]) -> [String: JSONValue] {
    more.merging([
      "error": .string(rawValue), "error_description": .string(description),
      "error_uri": "https://docs.github.com/apps/oauth-apps/maintaining-oauth-apps",
    ]) { $1 }
  }
}
