internal import HTTPTypes
internal import OAuthCore
internal import OAuthSessions

/// The description of an error for a script: a status, a code that the script can compare, and a
/// sentence without internal details.
package struct ScriptProblem: Error, Hashable {
  let status: HTTPResponse.Status
  let code: String
  let words: String
  /// The pause before the next attempt.
  var retryAfter: Duration?
  /// The methods of the path, if the request has another one.
  var allowedMethods: [HTTPRequest.Method] = []

  init(_ status: HTTPResponse.Status, _ code: String, _ words: String) {
    self.status = status
    self.code = code
    self.words = words
  }

  package static let signInNeeded = ScriptProblem(.unauthorized, "sign_in_needed", "No user is signed in.")
  static let foreign = ScriptProblem(
    .forbidden, "foreign_request",
    "Only a script of this site can send this request, with the header X-CSRF: 1. Nothing was done.")
  static let forbidden = ScriptProblem(
    .forbidden, "forbidden", "The account lacks a permission that this request needs.")
  static let path = ScriptProblem(.badRequest, "path_not_accepted", "The address is not forwarded. Nothing was sent.")
  static let tooLarge = ScriptProblem(.contentTooLarge, "request_too_large", "The request's body is too large.")
  static let tokenRejected = ScriptProblem(
    .badGateway, "token_rejected", "The API did not accept the user's access token, nor a new one.")
  static let unusableAnswer = ScriptProblem(
    .badGateway, "answer_not_forwarded", "The API answered with a redirect or a status that is not forwarded.")

  static func method(allowing allowedMethods: Set<HTTPRequest.Method>) -> ScriptProblem {
    var problem = ScriptProblem(
      .methodNotAllowed, "method_not_allowed", "This address does not support the method. Nothing was sent.")
    problem.allowedMethods = allowedMethods.sorted { $0.rawValue < $1.rawValue }
    return problem
  }

  init(_ error: any Error) {
    switch error {
    case let error as ScriptProblem: self = error
    case UnmetRequirement.stepUp:
      self.init(.unauthorized, "insufficient_user_authentication", "The user has to sign in once more for this.")
    case is UnmetRequirement: self = .signInNeeded
    case is AccountRefused, SignInRefusal.forbidden: self = .forbidden
    case let error as RequestFailure where error.status == .contentTooLarge: self = .tooLarge
    case let error as RequestFailure:
      self.init(error.status, "request_failed", "This site does not support the request.")
    case let error as HTTPTransportError where error.kind == .timedOut:
      self.init(.gatewayTimeout, error.code, "The API did not answer in time. It may have done what was asked.")
    case let error as HTTPTransportError:
      self.init(.badGateway, error.code, "The API could not be asked, or its answer can't be used.")
    case let error as any ExplainedError where error.category == .temporary || error.category == .offline:
      self.init(.serviceUnavailable, error.code, "Nothing was sent to the API. Try again in a moment.")
      retryAfter = (error as? TokenSessionError)?.retryAfter
    case let error as any ExplainedError where error.category == .system || error.category == .mistake:
      self.init(
        error.category == .system ? .serviceUnavailable : .internalServerError, error.code,
        "This site has a problem. Its operator finds the code in the log.")
    case let error as any ExplainedError:
      self.init(.badGateway, error.code, "The provider or the API could not be asked.")
    default: self.init(.internalServerError, "internal_error", "Something went wrong here.")
    }
  }

  /// The problem as JSON, with the names of OAuth errors (RFC 6749 §5.2).
  var members: [String: JSONValue] { ["error": .string(code), "error_description": .string(words)] }
}
