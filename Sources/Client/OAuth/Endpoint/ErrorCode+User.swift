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

  /// The remedy for ``invalidTarget``. Microsoft Entra sends it for every `resource` (AADSTS9010010).
  static let targetRemedy =
    "Check the resource. If the server doesn't support the parameter resource (RFC 8707), "
    + "leave it out and ask by the scope."
}
