internal import HTTPTypes
internal import Hummingbird
internal import OAuth
internal import OAuthCore
internal import OAuthProviders

/// The description of an error for the user: enough to know what to do, and no internal details.
struct Problem: Sendable {
  var status: HTTPResponse.Status
  var title: String
  var words: String
  /// The error's code, by which the operator finds it in the log.
  var code: String?

  init(_ error: any Error) {
    switch error {
    case let error as Refusal:
      self.init(error.status, error.title, error.words)
    case let error as any HTTPResponseError:
      self = Self.request(error.status)
    case let error as CallbackError:
      self.init(.badRequest, "Signing in did not work", error.explanation + " " + error.remedy, error.code)
    case let error as any ExplainedError:
      self.init(
        .badGateway, "Google could not be asked",
        "Go to the start page in a moment. If the error remains, give the code below to the site's operator.",
        error.code)
    default:
      self.init(
        .internalServerError, "Something went wrong here", "Go to the start page in a moment.")
    }
  }

  private init(_ status: HTTPResponse.Status, _ title: String, _ words: String, _ code: String? = nil) {
    self.status = status
    self.title = title
    self.words = words
    self.code = code
  }

  private static func request(_ status: HTTPResponse.Status) -> Problem {
    switch status {
    case .notFound: Problem(status, "There is no such page", "The address may be mistyped.")
    case .contentTooLarge: Problem(status, "The request is too large", "This site accepts only small requests.")
    default: Problem(status, "The request failed", "This site does not support the request.")
    }
  }
}
