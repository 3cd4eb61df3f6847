internal import HTTPTypes
internal import OAuthCore

/// Why Google gives no tokens, with the status that it has for it.
struct GoogleRefusal: Error {
  let error: String
  let description: String
  var status: HTTPResponse.Status = .badRequest

  static let unknownClient = GoogleRefusal(
    error: "invalid_client", description: "The OAuth client was not found.", status: .unauthorized)
  static let wrongSecret = GoogleRefusal(
    error: "invalid_client", description: "The client secret is wrong.", status: .unauthorized)
  static let otherKindOfClient = GoogleRefusal(
    error: "invalid_client", description: "Clients of this kind can not do that.", status: .unauthorized)
  static let noSecret = GoogleRefusal(error: "invalid_request", description: "client_secret is missing.")
  static let badCode = GoogleRefusal(error: "invalid_grant", description: "The code is malformed, used or expired.")
  static let redirectURIMismatch = GoogleRefusal(
    error: "redirect_uri_mismatch", description: "The redirect_uri is not the one of the authorization request.")
  static let badRefreshToken = GoogleRefusal(
    error: "invalid_grant", description: "Token has been expired or revoked.")
  static let unsupportedGrantType = GoogleRefusal(
    error: "unsupported_grant_type", description: "The grant_type is not one that is known here.")
  static let serverError = GoogleRefusal(
    error: "internal_failure", description: "Something went wrong here.", status: .internalServerError)

  /// What a device hears, which has a status for everything.
  static func device(_ error: ErrorCode) -> GoogleRefusal {
    switch error {
    case .authorizationPending:
      GoogleRefusal(
        error: error.rawValue, description: "Nobody has decided yet.",
        status: HTTPResponse.Status(code: 428, reasonPhrase: "Precondition Required"))
    case .slowDown: GoogleRefusal(error: error.rawValue, description: "Ask less often.", status: .forbidden)
    case .accessDenied: GoogleRefusal(error: error.rawValue, description: "The person refused.", status: .forbidden)
    case .expiredToken: GoogleRefusal(error: error.rawValue, description: "The device code has expired.")
    default: badCode
    }
  }

  var answer: HTTPAnswer {
    .reply(["error": .string(error), "error_description": .string(description)], status: status)
  }
}
