/// A sentence that the browser's next page shows.
enum Notice: Sendable, Hashable {
  case cancelled
  case signedOut
  case signedOutHereOnly
  case signInEnded

  /// The text of the notice.
  var words: String {
    switch self {
    case .cancelled: "You didn't agree at Google, so you are not signed in."
    case .signedOut: "You are signed out."
    case .signedOutHereOnly:
      """
      You are signed out here, but Google could not be notified. To remove this app's access there too, open the \
      connections of your Google Account.
      """
    case .signInEnded: "Google has ended your sign-in. Sign in again to continue."
    }
  }
}
