#if LOOPBACK
public import OAuth
internal import OAuthCore

/// A sign-in in progress at a loopback listener, to which a response can be delivered another way.
/// An example is a prompt into which the user pastes the URL at which a browser on another machine
/// ended.
///
/// The listener keeps waiting meanwhile, and the first valid response of either wins.
/// ``LoopbackUserAgent`` creates it.
public struct WaitingSignIn: Sendable {
  /// The attempt, with the URL to open and the listener's redirect URI.
  public let attempt: AuthorizationAttempt
  let exchange: LoopbackExchange

  /// Accepts a response from the user. `state`, `iss` and everything else are checked as in the
  /// listener.
  ///
  /// The sign-in ends when this call returns, and also when it throws an error whose
  /// `leavesWaiting` is false.
  ///
  /// - Parameter text: The complete URL at which the browser ended. For responses that are posted
  ///   as a form, the form's body.
  /// - Throws: `CallbackError` if the response is rejected. While its `leavesWaiting` is true,
  ///   another response can be delivered.
  public func receive(_ text: String) throws(CallbackError) {
    defer { exchange.finishIfOver() }
    try exchange.receive(try AuthorizationCallback(pasted: text, for: attempt))
  }
}

extension AuthorizationCallback {
  /// Parses a pasted text: a URL, or the body of a form that would have been posted to it.
  package init(pasted text: String, for attempt: AuthorizationAttempt) throws(CallbackError) {
    if attempt.responseMode?.carrier == .form {
      try self.init(formBody: Array(text.utf8))
    } else {
      try self.init(url: text)
    }
  }
}
#endif
