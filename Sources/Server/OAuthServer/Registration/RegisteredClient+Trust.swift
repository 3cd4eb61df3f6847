internal import OAuthCore

extension RegisteredClient {
  /// Returns whether a browser may be sent to this client with an error that no decision of the
  /// user preceded.
  ///
  /// An attacker can register a client and send users a link that fails; the server would then
  /// redirect them to the attacker's site (RFC 9700 §4.11.2). So no browser is redirected to an
  /// untrusted client, with two exceptions: after the user decided on the server's page, which
  /// named the client's address; and when the client asked with `prompt=none` whether a user is
  /// signed in, because OpenID Connect Core §3.1.2.6 leaves no other answer and RFC 9700 §4.11.2
  /// allows it.
  func allowsRedirectWithoutDecision(_ error: ErrorCode) -> Bool {
    !isUntrusted || Self.errorsAfterDecisions.contains(error)
  }

  /// Returns the detail of the error page that is shown instead, for the client's developer.
  static func explanationForNotRedirecting(_ error: ErrorCode) -> String {
    "The request was rejected with \(error.rawValue). Browsers are not redirected to a client that registered itself "
      + "without a trusted software statement (RFC 9700 §4.11.2)."
  }

  private static let errorsAfterDecisions: Set<ErrorCode> = [
    .accessDenied, .loginRequired, ErrorCode("consent_required"), ErrorCode("interaction_required"),
    ErrorCode("account_selection_required"),
  ]
}
