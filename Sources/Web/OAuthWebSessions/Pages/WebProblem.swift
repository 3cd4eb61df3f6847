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

  /// - Parameters:
  ///   - error: Any error.
  ///   - provider: The name of the provider that was asked, if one was.
  init(_ error: any Error, at provider: String? = nil) {
    switch error {
    case let error as SignInRefusal: self.init(error.status, error.title, error.words)
    case is WrongMethod:
      self.init(.methodNotAllowed, "This page can't be opened like this", "Open the start page, and go on from there.")
    case let error as UnstoredSignOut:
      self.init(.serviceUnavailable, UnstoredSignOut.title, error.words, (error.cause as? any ExplainedError)?.code)
    case let error as RequestFailure: self.init(request: error.status)
    case let error as AccountRefused: self.init(.forbidden, "You are not admitted", error.words)
    case AccountError.anotherAccount:
      self.init(
        .conflict, "This belongs to another account",
        "You can already sign in to another account here in that way, so nothing was changed. Remove it from that "
          + "account first.")
    case let error as any ExplainedError: self.init(error, provider ?? "The provider")
    default: self.init(.internalServerError, "Something went wrong here", "Try again in a moment.")
    }
  }

  /// Describes what the user can do about an error of each category.
  private init(_ error: any ExplainedError, _ provider: String) {
    let later = "Nothing is wrong with your account. Try again in a few minutes."
    let operatorNeeded = "Trying again won't help. Give the code below to the operator of this site."
    let (status, title, words): (HTTPResponse.Status, String, String) =
      switch error.category {
      case .offline: (.serviceUnavailable, "\(provider) can't be reached", later)
      case .temporary: (.serviceUnavailable, "\(provider) has a problem at the moment", later)
      case .signInNeeded:
        (.badRequest, "Your sign-in is no longer accepted", "\(provider) wants you to sign in again.")
      case .cancelled: (.badRequest, "You are not signed in", "The sign-in was stopped before its end.")
      case .refused: (.badGateway, "\(provider) refused this site", operatorNeeded)
      case .invalidInput where error is CallbackError:
        (
          .badRequest, "This sign-in can't be finished",
          "The browser came back with an answer that belongs to no sign-in here. Nothing was done. Sign in again."
        )
      case .invalidInput:
        (
          .badGateway, "The answer of \(provider) can't be trusted",
          "Nothing was done. Try again. If it happens again, give the code below to the operator of this site."
        )
      case .system:
        (
          .serviceUnavailable, "This site has a problem",
          "Try again in a moment. If the problem remains, give the code below to the operator of this site."
        )
      case .mistake: (.internalServerError, "This site has a problem", operatorNeeded)
      }
    self.init(status, title, words, error.code)
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
    case .contentTooLarge: self.init(status, "This is too large", "This site accepts less in one step.")
    default: self.init(status, "This did not work", "Open the start page, and go on from there.")
    }
  }
}
