internal import OAuthCore
internal import PKCE

/// A completely checked authorization request (RFC 6749 §4.1.1, RFC 7636 §4.3). Only
/// ``AuthorizationRequestParser`` creates one.
struct CheckedAuthorizationRequest: Sendable {
  let client: RegisteredClient
  let redirectURI: RedirectURI
  let state: Secret?
  let mode: ResponseMode
  let scope: Scope
  let challenge: CodeChallenge?
  /// The user name that the client proposes (OpenID Connect Core §3.1.2.1, `login_hint`).
  let loginHint: String?
  /// The value that the ID token repeats (OpenID Connect Core §3.1.2.1, `nonce`).
  let nonce: Secret?
  /// The only user who may answer the request, if the request names one (OpenID Connect Core
  /// §3.1.2.1, `id_token_hint`).
  let hintedUser: HintedUser?
  /// The interaction with the user that the client requests (`prompt`).
  let prompts: Set<Prompt>
  /// The maximum time since the user authenticated, in seconds (OpenID Connect Core §3.1.2.1,
  /// `max_age`).
  let maximumAge: Int?
  /// The user's languages, as stated by the client (OpenID Connect Core §3.1.2.1, `ui_locales`).
  let uiLocales: LanguagePreference
  /// The accepted values of the claim `sub`, if the request names any (OpenID Connect Core §5.5.1).
  let requestedSubjects: Set<String>?
  /// The accepted values of `acr`; empty if any value is accepted (OpenID Connect Core §5.5.1.1).
  let essentialContexts: [String]
  /// The resources, authorization details, claims and key that the tokens carry.
  let details: ApprovalDetails
  /// The pushed request that the completion of this request consumes.
  let pushedRequest: SecretHash?
  /// The form that leads back to the request: its parameters, or the reference or request object
  /// that stands for them. Pages carry the form to the decision, where everything is checked again.
  let encodedForm: Secret
}

/// The client, and the address of the response. Once both are known, errors are sent there (RFC
/// 6749 §4.1.2.1).
struct ResponseAddress: Sendable {
  let client: RegisteredClient
  let redirectURI: RedirectURI
  let state: Secret?
  let mode: ResponseMode
}

/// A rejected authorization request. The client gets the error by a redirect (RFC 6749 §4.1.2.1).
struct RedirectRefusal: Error {
  let address: ResponseAddress
  let error: ErrorResponse

  init(_ address: ResponseAddress, _ error: ErrorResponse) {
    self.address = address
    self.error = error
  }
}
