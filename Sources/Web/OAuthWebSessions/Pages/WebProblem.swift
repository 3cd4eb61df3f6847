internal import HTTPTypes
internal import OAuth
internal import OAuthCore
internal import OAuthProviders

/// The description of an error for the user: enough to know what to do, and no internal details.
struct WebProblem: Sendable {
  let status: HTTPResponse.Status
  let title: String
  let words: String
  /// The error's code, by which the operator finds it in the log.
  let code: String?

  init(_ error: any Error) {
    switch error {
    case let error as SignInRefusal: self.init(error.status, error.title, error.words)
    case is WrongMethod:
      self.init(.methodNotAllowed, "The request failed", "This address does not support the request.")
    case let error as UnstoredSignOut:
      self.init(.serviceUnavailable, UnstoredSignOut.title, error.words, (error.cause as? any ExplainedError)?.code)
    case let error as RequestFailure: self.init(request: error.status)
    case let error as AccountRefused: self.init(.forbidden, "You are not admitted", error.words)
    case AccountError.anotherAccount:
      self.init(
        .conflict, "This belongs to another account",
        "You can already sign in to another account here in that way, so nothing was changed. Remove it from that "
          + "account first.")
    case let error as CallbackError:
      self.init(.badRequest, "Signing in did not work", error.explanation + " " + error.remedy, error.code)
    case let error as any ExplainedError where error.category == .system || error.category == .mistake:
      self.init(
        error.category == .system ? .serviceUnavailable : .internalServerError, "This site has a problem",
        "Try again in a moment. If the error remains, give the code below to the site's operator.", error.code)
    case let error as any ExplainedError:
      self.init(
        .badGateway, "The provider could not be asked",
        "Go to the start page in a moment. If the error remains, give the code below to the site's operator.",
        error.code)
    default:
      self.init(.internalServerError, "Something went wrong here", "Go to the start page in a moment.")
    }
  }

  private init(_ status: HTTPResponse.Status, _ title: String, _ words: String, _ code: String? = nil) {
    self.status = status
    self.title = title
    self.words = words
    self.code = code
  }

  private init(request status: HTTPResponse.Status) {
    switch status {
    case .notFound: self.init(status, "There is no such page", "The address may be mistyped.")
    case .contentTooLarge: self.init(status, "The request is too large", "This site accepts only smaller requests.")
    default: self.init(status, "The request failed", "This site does not support the request.")
    }
  }
}
