/// The reason why a request is refused although its client's program works: the program and the
/// client's registration differ. The operator can change the registration.
public enum RegistrationMismatch: String, Sendable, Hashable, CaseIterable {
  /// No client has the `client_id`.
  case unknownClient = "unknown_client"
  /// The redirect URI isn't registered for the client.
  case redirectURI = "unregistered_redirect_uri"
  /// The request has no code challenge (RFC 7636), and the client must use one.
  case codeChallenge = "missing_code_challenge"
  /// The secret is right, and was sent in another way than the registered one (RFC 6749 §2.3.1).
  case secretMethod = "other_secret_method"
  /// The client authenticates in another way than the registered one, or not at all.
  case authentication = "other_authentication"
  /// The signature of the client's assertion is right, and its audience or type that of an older form
  /// (``TokenRules/clientAssertions``).
  case assertionForm = "former_assertion_form"
  /// The client may not request a scope, or the server doesn't know it.
  case scope = "unregistered_scope"
  /// The client may not use the grant.
  case grant = "unregistered_grant"

  /// The member of the client's metadata that decides (RFC 7591 §2); for ``assertionForm`` the rule of
  /// the server.
  public var member: String {
    switch self {
    case .unknownClient: "client_id"
    case .redirectURI: "redirect_uris"
    case .codeChallenge: "code_challenge_optional_despite_code_injection"
    case .secretMethod, .authentication: "token_endpoint_auth_method"
    case .assertionForm: "client_assertions"
    case .scope: "scope"
    case .grant: "grant_types"
    }
  }
}
