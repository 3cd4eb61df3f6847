#if Loopback
public import OAuth
internal import OAuthCore

/// A sign-in that a loopback listener waits for, for whoever can bring its answer another way: a prompt into which the person
/// pastes the address that their browser, on another machine, ended at.
///
/// The listener goes on waiting meanwhile, and the first right answer of either wins. It is made by ``LoopbackUserAgent``.
public struct WaitingSignIn: Sendable {
  /// The sign-in, with the address to open and the redirect URI that the listener has.
  public let attempt: AuthorizationAttempt
  let exchange: LoopbackExchange

  /// Takes an answer that the person brought. `state`, `iss` and everything else are checked as for the listener.
  ///
  /// Once it returns, the sign-in is over; it is over, too, if the error doesn't leave it waiting.
  /// - Parameter text: the whole address that the browser ended at; for answers that are posted as a form, that form.
  /// - Throws: `CallbackError`. While its `leavesWaiting` is true another answer can be brought.
  public func receive(_ text: String) throws(CallbackError) {
    defer { exchange.finishIfOver() }
    try exchange.receive(try AuthorizationCallback(pasted: text, for: attempt))
  }
}

extension AuthorizationCallback {
  /// Reads what a person pasted: an address, or the form that would have been posted to it.
  package init(pasted text: String, for attempt: AuthorizationAttempt) throws(CallbackError) {
    if attempt.responseMode?.carrier == .form {
      try self.init(formBody: Array(text.utf8))
    } else {
      try self.init(url: text)
    }
  }
}
#endif
