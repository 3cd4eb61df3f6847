internal import JOSE
internal import OAuthCore
internal import OpenIDConnect
internal import PixyConnection

/// The error of a sign-in whose ID token, which the server has just issued, isn't valid by this machine's wrong clock.
struct WrongClock: ExplainedError {
  let cause: IDTokenError
  let serverClock: ServerClock

  /// - Returns: `nil` if the error isn't about a time, or if the clocks agree. The server is at fault then.
  init?(_ cause: IDTokenError, _ serverClock: ServerClock?) {
    guard let serverClock, serverClock.isWrong else { return nil }
    switch cause {
    case .claims(.expired), .claims(.notYetValid), .claims(.issuedInFuture), .authenticatedInFuture,
      .authenticationTooOld, .expiredOnArrival:
      break
    default: return nil
    }
    (self.cause, self.serverClock) = (cause, serverClock)
  }

  /// The facts of the error.
  var facts: ErrorFacts {
    ErrorFacts(
      "wrong_clock", at: .verification, .system,
      "\(cause.explanation) By the Date of the server's answer, \(serverClock.text).",
      remedy: "Set this machine's clock, and sign in again.")
  }
}
