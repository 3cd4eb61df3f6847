/// A sign-out that couldn't be stored: the browser has no session any longer, copies of its cookie have.
struct UnstoredSignOut: Error {
  /// The seconds for which copies stay valid at most.
  let remaining: Double
  let cause: any Error

  static let title = "You are signed out in this browser only"

  var words: String {
    let hours = max(1, Int((remaining / 3_600).rounded(.up)))
    let time = hours == 1 ? "one hour" : hours < 48 ? "\(hours) hours" : "\((hours + 23) / 24) days"
    return "This browser has no session here any longer. But this site could not save the sign-out: a copy of the "
      + "session's cookie can be used for up to \(time), and you may still be signed in at the provider. If others "
      + "could have such a copy, tell the site's operator."
  }
}
