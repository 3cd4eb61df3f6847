internal import HTTPTypes
public import OAuthCore

/// The reason why an identity assertion grant (ID-JAG) leads to no token.
public enum IdentityAssertionError: Error, Sendable, Hashable {
  /// The identity provider announces which tokens it issues for other servers, and identity assertions
  /// aren't among them.
  case notIssued(by: Issuer?)
  /// The authorization server of the resource announces its grant profiles, and identity assertions
  /// aren't among them.
  case notAccepted(by: Issuer)
  /// The metadata of the resource's authorization server have no issuer, which would be the `audience`.
  case unknownIssuer
  /// The identity provider refused to issue a grant for this server.
  case refused(EndpointError, for: Issuer)
  /// The identity provider issued a token of another type.
  case wrongIssuedTokenType(UntrustedText)
  /// The identity provider issued a token with this `token_type` instead of `N_A`.
  case wrongTokenType(UntrustedText)
  /// The grant is bound to another key than the client's.
  case anotherKey
  /// The grant is for another authorization server. Nothing was sent.
  case anotherServer(Issuer)
  /// The authorization server of the resource refused the grant.
  case rejected(EndpointError, by: Issuer, isAnnounced: Bool)
}

extension IdentityAssertionError: ExplainedError {
  /// The facts of each case.
  public var facts: ErrorFacts {
    let administrator = "Ask the identity provider's administrator to allow this client at this server."
    let operatorRemedy = "Tell the identity provider's operator: the answer does not follow the specification."
    return switch self {
    case .notIssued(let issuer):
      ErrorFacts(
        "identity_assertions_not_issued", at: .token, .mistake,
        "\(issuer?.text ?? "The identity provider") announces that it issues no identity assertions (ID-JAG).",
        remedy: "Ask its administrator to enable them (Cross App Access), or sign in at the resource with the browser.")
    case .notAccepted(let issuer):
      ErrorFacts(
        "identity_assertions_not_accepted", at: .token, .mistake,
        "\(issuer) announces that it accepts no identity assertions (authorization_grant_profiles_supported).",
        remedy: "Sign in there with the browser.")
    case .unknownIssuer:
      ErrorFacts(
        "identity_assertion_without_issuer", at: .token, .mistake,
        "The issuer of the resource's authorization server isn't known, and identity assertions name it.",
        remedy: "Use the server's published metadata.")
    case .refused(let error, let audience):
      ErrorFacts(
        "identity_assertion_refused", at: .token, error.rejectsSubject ? .signInNeeded : .refused,
        "The identity provider issued no identity assertion for \(audience). \(error.explanation)",
        remedy: error.isAboutClient
          ? error.remedy
          : error.rejectsSubject
            ? "Sign in at the identity provider again. If that doesn't help, ask its administrator." : administrator)
    case .wrongIssuedTokenType(let type):
      ErrorFacts(
        "wrong_issued_token_type", at: .token, .invalidInput,
        "The identity provider issued a token of type \(type) instead of an identity assertion "
          + "(\(TokenTypeIdentifier.idJAG.rawValue)).",
        remedy: operatorRemedy)
    case .wrongTokenType(let type):
      ErrorFacts(
        "wrong_token_type", at: .token, .invalidInput,
        "The identity provider issued an identity assertion with the token_type \(type) instead of N_A "
          + "(RFC 8693 §2.2.1).",
        remedy: operatorRemedy)
    case .anotherKey:
      ErrorFacts(
        "identity_assertion_of_another_key", at: .token, .invalidInput,
        "The identity provider bound the identity assertion to another key than the client's.",
        remedy: operatorRemedy)
    case .anotherServer(let audience):
      ErrorFacts(
        "identity_assertion_of_another_server", at: .token, .mistake,
        "The identity assertion is for \(audience), and the client is of another authorization server.",
        remedy: "Present it with the client of that server.")
    case .rejected(let error, let issuer, let isAnnounced):
      ErrorFacts(
        "identity_assertion_rejected", at: .token, .refused,
        "\(issuer) did not accept the identity assertion. \(error.explanation)"
          + (isAnnounced
            ? "" : " It does not announce that it accepts any (authorization_grant_profiles_supported)."),
        remedy: "Ask its operator whether it trusts the identity provider, and knows this client and user.")
    }
  }
}

extension EndpointError {
  /// Whether the refusal of a token exchange is about the subject token: the user has to sign in again
  /// (RFC 8693 §2.2.2 has `invalid_request` for it; draft-ietf-oauth-identity-assertion-authz-grant-03
  /// §4.3.4.3, §8.2).
  fileprivate var rejectsSubject: Bool {
    ["invalid_request", "invalid_grant", "insufficient_user_authentication", "login_required"]
      .contains(refusal?.error.rawValue)
  }
}
