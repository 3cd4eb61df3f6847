internal import HTTPTypes
internal import Hummingbird
internal import OAuth
internal import OAuthCore
internal import OAuthProviders

/// What to tell a person about an error: enough to know what to do, and nothing about the server's insides.
struct Problem: Sendable {
  var status: HTTPResponse.Status
  var title: String
  var words: String
  /// A word by which the error is found in the log.
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
        "Go to the start page in a moment and go on from there; if it lasts, tell whoever runs this site the word below.",
        error.code)
    default:
      self.init(
        .internalServerError, "Something went wrong here", "Go to the start page in a moment and go on from there.")
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
    case .contentTooLarge: Problem(status, "That is too much", "The request is larger than anything this site takes.")
    default: Problem(status, "That did not work", "The request is not one that this site knows.")
    }
  }
}
