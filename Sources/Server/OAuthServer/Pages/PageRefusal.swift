/// A rejected request whose error only the user can see, because no redirect URI can be trusted
/// with it (RFC 6749 §4.1.2.1).
struct PageRefusal: Error {
  let reason: ErrorPage.Reason

  init(_ reason: ErrorPage.Reason) {
    self.reason = reason
  }
}

extension ErrorPage.Reason {
  /// The reason in the log.
  var name: String {
    switch self {
    case .missing(let name): "\(name) is missing"
    case .repeated(let name): "\(name) is repeated"
    case .unknownClient: "the client_id is unknown"
    case .unregisteredRedirectURI: "the redirect_uri is not registered"
    case .unsupportedResponseMode: "the response_mode is unknown"
    case .malformed: "the form is malformed"
    case .otherContentType: "the content type is not that of a form"
    case .developersFault(let text): text
    case .foreignOrigin: "the form is from another site"
    case .unknownDecision: "the form has no known decision"
    case .endedRequest: "the pushed request has ended, or never existed"
    case .internalFailure: "the server failed"
    case .own(let title, _, _): title
    }
  }
}
