internal import HTTPTypes

/// The reasons why the program rejects a request.
enum Refusal: Error, Hashable {
  /// The browser has no session, or the session has expired.
  case noSession
  /// The form wasn't sent from this site's own page.
  case foreignForm
  /// The body isn't a form.
  case notAForm
  /// The callback belongs to no sign-in of this browser.
  case unexpectedCallback
  /// Google's profile belongs to another user than the one who signed in.
  case otherUser
  /// The session table is full of signed-in users.
  case full

  var status: HTTPResponse.Status {
    switch self {
    case .noSession, .foreignForm: .forbidden
    case .notAForm, .unexpectedCallback: .badRequest
    case .otherUser: .badGateway
    case .full: .serviceUnavailable
    }
  }

  var title: String {
    switch self {
    case .noSession: "This page is too old"
    case .foreignForm: "This came from elsewhere"
    case .notAForm: "The request is not a form"
    case .unexpectedCallback: "This sign-in is not yours"
    case .otherUser: "Google's answer does not match"
    case .full: "This site is full"
    }
  }

  var words: String {
    switch self {
    case .noSession:
      "Your session has expired, or your browser rejects this site's cookie. Begin again on the start page."
    case .foreignForm:
      "The request was not sent from this site's own page, so nothing was done. Begin again on the start page."
    case .notAForm: "The request does not contain a form of this site, so nothing was done."
    case .unexpectedCallback:
      """
      It was not begun in this browser, or it has already been finished. If a link brought you here, its sender may \
      have tried to sign you in to another account.
      """
    case .otherUser:
      "Google returned the profile of another user. Sign out, and sign in again."
    case .full: "Too many users are signed in at the moment. Try again in a few minutes."
    }
  }
}
