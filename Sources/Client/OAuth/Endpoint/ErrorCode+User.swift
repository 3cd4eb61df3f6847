internal import OAuthCore

extension ErrorCode {
  /// Whether the server has to show the user its pages before it goes on (OpenID Connect Core §3.1.2.6).
  var needsUser: Bool {
    switch self {
    case .loginRequired, .consentRequired, ErrorCode("interaction_required"), ErrorCode("account_selection_required"):
      true
    default: false
    }
  }
}
