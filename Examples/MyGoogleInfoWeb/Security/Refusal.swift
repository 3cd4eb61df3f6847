internal import HTTPTypes

/// Why the program doesn't do what a request asks for.
enum Refusal: Error, Hashable {
  /// The browser has no session here, or it has ended.
  case noSession
  /// The form wasn't sent from this site's own page.
  case foreignForm
  /// The body is no form.
  case notAForm
  /// Somebody came back from Google who didn't begin to sign in here.
  case unexpectedCallback
  /// Google says who somebody else is than the one who signed in.
  case somebodyElse
  /// There are too many people.
  case full

  var status: HTTPResponse.Status {
    switch self {
    case .noSession, .foreignForm: .forbidden
    case .notAForm, .unexpectedCallback: .badRequest
    case .somebodyElse: .badGateway
    case .full: .serviceUnavailable
    }
  }

  var title: String {
    switch self {
    case .noSession: "This page is too old"
    case .foreignForm: "This came from elsewhere"
    case .notAForm: "That is no form"
    case .unexpectedCallback: "This sign-in is not yours"
    case .somebodyElse: "Google's answer does not fit"
    case .full: "Too many people"
    }
  }

  var words: String {
    switch self {
    case .noSession:
      "You have been away for too long, or your browser doesn't keep this site's cookie. Begin again from the start page."
    case .foreignForm:
      "The request was not sent from this site's own page, so nothing was done. Begin again from the start page."
    case .notAForm: "What came is not a form that this site has, so nothing was done."
    case .unexpectedCallback:
      "It was not begun in this browser, or it has had its answer already. If a link brought you here, somebody may have wanted to sign you in as somebody else."
    case .somebodyElse:
      "What Google says is about another person than the one who signed in. Sign out, and sign in again."
    case .full: "Everything is taken at the moment. Try again in a few minutes."
    }
  }
}
