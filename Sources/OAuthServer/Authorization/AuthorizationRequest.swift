internal import OAuthCore
internal import PKCE

/// An authorization request that was checked whole (RFC 6749 §4.1.1, RFC 7636 §4.3): there is no other way to get one.
struct AuthorizationRequest: Sendable {
  let client: RegisteredClient
  let redirectURI: RedirectURI
  let state: Secret?
  let mode: ResponseMode
  let scope: Scope
  let challenge: CodeChallenge?
  /// The user name that the client proposes (OpenID Connect Core §3.1.2.1, `login_hint`).
  let loginHint: String?
  /// What the ID token repeats (OpenID Connect Core §3.1.2.1, `nonce`).
  let nonce: Secret?
  /// The only person whose sign-in answers the request, if it names one (OpenID Connect Core §3.1.2.1, `id_token_hint`).
  let hinted: HintedUser?
  /// What the client wants the person to be asked.
  let prompts: Set<Prompt>
  /// The most seconds since the person proved who they are (OpenID Connect Core §3.1.2.1, `max_age`).
  let maximumAge: Int?
  /// What the person understands, as the client says it (OpenID Connect Core §3.1.2.1, `ui_locales`).
  let uiLocales: LanguagePreference
  /// The values of the claim `sub` of which one was asked for, if any (OpenID Connect Core §5.5.1).
  let askedSubjects: Set<String>?
  /// The values of `acr` of which the sign-in must have one; empty if any does (OpenID Connect Core §5.5.1.1).
  let essentialContexts: [String]
  /// What tokens carry on besides: resources, authorization details, claims, and the key that they are for.
  let details: ApprovalDetails
  /// The pushed request that is ended when this one is complete.
  let pushed: SecretHash?
  /// What finds the request again, as a form: its parameters, or the reference or request object that stands for them. Pages
  /// carry it to the decision, where everything is checked again.
  let encoded: Secret
}

/// Who asks, and where the answer goes: once this much is known, errors are sent there (RFC 6749 §4.1.2.1).
struct AnswerAddress: Sendable {
  let client: RegisteredClient
  let redirectURI: RedirectURI
  let state: Secret?
  let mode: ResponseMode
}

/// A rejected authorization request that the client is told about, by a redirect (RFC 6749 §4.1.2.1).
struct RedirectRefusal: Error {
  let address: AnswerAddress
  let error: ErrorResponse

  init(_ address: AnswerAddress, _ error: ErrorResponse) {
    self.address = address
    self.error = error
  }
}
