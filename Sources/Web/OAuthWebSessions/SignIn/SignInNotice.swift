/// A sentence that the sign-in page shows. It is in the page's address, so any link can show it.
package enum SignInNotice: String, Sendable, CaseIterable {
  case cancelled
  case signedOut = "signed-out"
  case signedOutHereOnly = "signed-out-here"
  case ended
  case stepUp = "step-up"
  case needed

  /// Whether a session has just ended.
  var isAfterSession: Bool { [.signedOut, .signedOutHereOnly, .ended].contains(self) }

  /// The text.
  var words: String {
    switch self {
    case .cancelled: "You didn't agree, so you are not signed in."
    case .signedOut: "You are signed out."
    case .signedOutHereOnly:
      "You are signed out here, but the provider could not be notified. To remove this application's access there "
        + "too, open the settings of your account."
    case .ended: "Your sign-in has ended. Sign in again to continue."
    case .stepUp: "To open this page, confirm that it is you: sign in once more."
    case .needed: "Sign in to continue."
    }
  }
}
