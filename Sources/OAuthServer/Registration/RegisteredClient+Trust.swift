internal import OAuthCore

extension RegisteredClient {
  /// Whether a browser may be sent to this client with an error without a person's decision.
  ///
  /// Anybody can register a client and send people a link that fails: the server would then lead them to wherever the client says
  /// (RFC 9700 §4.11.2). So nobody is sent to a client that nobody vouched for, with two exceptions: after a person decided on the
  /// server's page, which named the client's address, and when a client asked with `prompt=none` whether somebody is signed in,
  /// because OpenID Connect Core §3.1.2.6 leaves no other answer and §4.11.2 excepts it.
  func mayBeSentUnasked(_ error: ErrorCode) -> Bool {
    !isUntrusted || Self.answersToDecisions.contains(error)
  }

  /// What the client's developer finds on the page instead.
  static func whyNobodyIsSent(_ error: ErrorCode) -> String {
    "The request is refused with \(error.rawValue). People are not sent back to a client that registered itself and that "
      + "nobody vouched for (RFC 9700 §4.11.2)."
  }

  private static let answersToDecisions: Set<ErrorCode> = [
    .accessDenied, .loginRequired, ErrorCode("consent_required"), ErrorCode("interaction_required"),
    ErrorCode("account_selection_required"),
  ]
}
