internal import HTTPTypes
internal import OAuthCore

/// An error answer of Google's token, device or revocation endpoint.
struct GoogleRefusal: Error {
  let error: String
  let description: String
  var status: HTTPResponse.Status = .badRequest

  static let unknownClient = GoogleRefusal(
    error: "invalid_client", description: "The OAuth client was not found.", status: .unauthorized)
  static let wrongSecret = GoogleRefusal(
    error: "invalid_client", description: "The client secret is wrong.", status: .unauthorized)
  static let otherKindOfClient = GoogleRefusal(
    error: "invalid_client", description: "This kind of client can not use this grant.", status: .unauthorized)
  static let noSecret = GoogleRefusal(error: "invalid_request", description: "client_secret is missing.")
  static let badCode = GoogleRefusal(error: "invalid_grant", description: "The code is malformed, used or expired.")
  static let redirectURIMismatch = GoogleRefusal(
    error: "redirect_uri_mismatch", description: "The redirect_uri is not the one of the authorization request.")
  static let badRefreshToken = GoogleRefusal(
    error: "invalid_grant", description: "Token has been expired or revoked.")
  static let unsupportedGrantType = GoogleRefusal(
    error: "unsupported_grant_type", description: "The grant_type is unknown.")
  static let serverError = GoogleRefusal(
    error: "internal_failure", description: "The server failed. Try again later.", status: .internalServerError)

  /// Returns the answer to a device's poll. Google has a status of its own for each error.
  static func device(_ error: ErrorCode) -> GoogleRefusal {
    switch error {
    case .authorizationPending:
      GoogleRefusal(
        error: error.rawValue, description: "The user has not decided yet.",
        status: HTTPResponse.Status(code: 428, reasonPhrase: "Precondition Required"))
    case .slowDown: GoogleRefusal(error: error.rawValue, description: "Poll less often.", status: .forbidden)
    case .accessDenied:
      GoogleRefusal(error: error.rawValue, description: "The user denied the request.", status: .forbidden)
    case .expiredToken: GoogleRefusal(error: error.rawValue, description: "The device code has expired.")
    default: badCode
    }
  }

  var answer: HTTPAnswer {
    .reply(["error": .string(error), "error_description": .string(description)], status: status)
  }
}
