/// A sentence for the next page that a browser gets.
enum Notice: Sendable, Hashable {
  case cancelled
  case signedOut
  case signedOutHereOnly
  case signInEnded

  /// The sentence.
  var words: String {
    switch self {
    case .cancelled: "You didn't agree at Google, so nobody is signed in."
    case .signedOut: "You are signed out."
    case .signedOutHereOnly:
      "You are signed out here. Google could not be told: to end this app's access there too, open the connections of your Google Account."
    case .signInEnded: "Google has ended your sign-in. Sign in again to go on."
    }
  }
}
