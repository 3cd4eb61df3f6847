package import HTTPTypes

/// The reasons why the library rejects a request.
package enum SignInRefusal: Error, Hashable, CaseIterable {
  /// There is nothing at the path.
  case noSuchPage
  /// The request is one that a browser makes in advance.
  case prefetch
  /// The callback belongs to no sign-in of this browser.
  case unexpectedCallback
  /// The callback belongs to no sign-in of this browser, whose user is signed in.
  case alreadySignedIn
  /// The sign-in took too long.
  case expired
  /// The provider described no user, or another one.
  case noUser
  /// The provider requires that the session has ended already (`session_expiry`).
  case sessionEnded
  /// The form wasn't sent from the application's own page, or in another session.
  case foreignForm
  /// The body isn't a form.
  case notAForm
  /// The user lacks a claim, a role or a scope.
  case forbidden
  /// The provider didn't state the authentication that a page needs.
  case weakSignIn
  /// Another user signed in than the one who had to.
  case anotherUser
  /// The session that asked to link an identity has ended, or is another one.
  case linkingEnded

  package var status: HTTPResponse.Status {
    switch self {
    case .noSuchPage: .notFound
    case .prefetch: .serviceUnavailable
    case .unexpectedCallback, .alreadySignedIn, .expired, .notAForm: .badRequest
    case .noUser, .sessionEnded: .badGateway
    case .foreignForm, .forbidden, .weakSignIn, .anotherUser, .linkingEnded: .forbidden
    }
  }

  var title: String {
    switch self {
    case .noSuchPage: "There is no such page"
    case .prefetch: "This page was loaded too early"
    case .unexpectedCallback: "This sign-in can't be finished"
    case .alreadySignedIn: "You are signed in"
    case .expired: "This sign-in took too long"
    case .noUser: "The provider's answer does not match"
    case .sessionEnded: "Your session at the provider has ended"
    case .foreignForm: "This came from elsewhere"
    case .notAForm: "Nothing was done"
    case .forbidden: "You may not open this page"
    case .weakSignIn: "A stronger sign-in is needed"
    case .anotherUser: "That was another user"
    case .linkingEnded: "You were signed out in between"
    }
  }

  var words: String {
    switch self {
    case .noSuchPage: "The address may be mistyped."
    case .prefetch: "The browser loaded it before you opened it."
    case .unexpectedCallback:
      "It was begun in another browser, or it was finished before. Sign in again here. If a link brought you here, its "
        + "sender may have tried to sign you in to another account."
    case .alreadySignedIn:
      "The sign-in of this address was finished before, or was begun in another browser. You can go on with yours."
    case .expired: "Sign in again, and finish within a few minutes."
    case .noUser: "The provider described another user than the one who signed in. Sign in again."
    case .sessionEnded: "The provider allows no longer session here. Sign in again."
    case .foreignForm:
      "It was not sent from this site's own page, or you have signed in or out since that page was loaded. "
        + "Nothing was done. Open the page again, and repeat it there."
    case .notAForm: "The page sent something that this site does not know. Open the page again, and repeat it there."
    case .weakSignIn:
      "The page that you opened needs a stronger or a newer sign-in, which the provider did not confirm. "
        + "You are signed in as before."
    case .anotherUser: "You have to sign in once more as the same user. You are signed in as before."
    case .linkingEnded: "Nothing was added to your account. Sign in, and begin again."
    case .forbidden: "You are signed in, but your account lacks a permission that this page needs."
    }
  }
}

/// A request with a method that its path doesn't have.
struct WrongMethod: Error, Hashable {
  let allowedMethods: [HTTPRequest.Method]
}
