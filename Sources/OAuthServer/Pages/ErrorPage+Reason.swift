internal import OAuthCore

extension ErrorPage {
  /// Why a sign-in can't go on, where nobody but the person can be told.
  enum Reason: Sendable, Hashable {
    case missing(String)
    case repeated(String)
    case unknownClient
    case unregisteredRedirectURI
    case unsupportedResponseMode
    case malformed
    case otherContentType
    case foreignOrigin
    case unknownDecision
    case untrustedClient(ErrorCode)
    case internalFailure
  }

  init(_ reason: Reason) {
    switch reason {
    case .missing(let name):
      self.init(developersFault: "The request has no \(name).")
    case .repeated(let name):
      self.init(developersFault: "The request has \(name) more than once.")
    case .unknownClient:
      self.init(developersFault: "The client_id is not registered here.")
    case .unregisteredRedirectURI:
      self.init(
        developersFault: "The redirect_uri is not one that this client registered. It is compared octet for octet; "
          + "only the port of http://127.0.0.1 and http://[::1] may differ.")
    case .unsupportedResponseMode:
      self.init(developersFault: "The response_mode is not supported: leave it out, or send query.")
    case .malformed:
      self.init(developersFault: "The request is not a well-formed form.")
    case .otherContentType:
      self.init(developersFault: "A POST must have the content type application/x-www-form-urlencoded.")
    case .foreignOrigin:
      self.init(
        title: "This sign-in did not start here",
        explanation: "Another site tried to send a sign-in form in your name. Nothing was allowed. "
          + "Go back to the application and start again.",
        detail: "The request's Origin or Sec-Fetch-Site is not this server's own.")
    case .unknownDecision:
      self.init(
        title: "No decision was made", explanation: "Go back, and choose to sign in or to cancel.",
        detail: "The form has no decision, or one that is neither approve nor deny.")
    case .untrustedClient(let error):
      self.init(
        title: "This sign-in link does not work",
        explanation: "The application that sent you here made a mistake, and nobody who runs this service knows it. "
          + "So you are not sent back to it. Nothing was allowed.",
        detail: "The request was answered with \(error.rawValue).")
    case .internalFailure:
      self.init(
        title: "Something went wrong here", explanation: "It is not your fault. Try again in a moment.",
        detail: "The server met an error, which it logged.")
    }
  }

  private init(developersFault detail: String) {
    self.init(
      title: "This sign-in link does not work",
      explanation: "The application that sent you here made a mistake. You did nothing wrong, and nothing was allowed. "
        + "Go back to the application, or tell its developer.",
      detail: detail)
  }
}
