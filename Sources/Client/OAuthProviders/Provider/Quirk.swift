public import OAuth
public import OpenIDConnect

/// A difference between a provider and the specifications that a client has to handle.
///
/// Differences that Pixy tolerates from every server aren't listed: errors with status 200,
/// form-encoded answers, scopes separated by commas, `verification_url`.
public enum Quirk: Sendable, Hashable {
  /// The `iss` of ID tokens may lack `https://` (Google).
  case issuerMayLackScheme
  /// The issuer in ID tokens contains the tenant's ID, which is known only after the sign-in
  /// (Microsoft Entra).
  case tenantInIssuer(EntraIssuerTemplate)
  /// The token endpoint answers in Slack's form. An error is `ok: false` with status 200, and the
  /// user's token is nested in `authed_user`. The scope of that token is requested by `user_scope`.
  case slackAnswers
  /// The logout endpoint is at this path below the issuer, even if the metadata doesn't name it
  /// (Auth0).
  case unannouncedLogout(path: String)
  /// Endpoints label their JSON answers `text/plain` or `text/html`. Without this case such an answer counts
  /// as a page of another server, such as a proxy's.
  case jsonLabelledAsText
  /// The callback is posted as a form if any scope was requested (Apple).
  case formPost
  /// The token endpoint doesn't name the type of a bearer token `Bearer`: it leaves `token_type` out
  /// (LinkedIn, Shopify), or sends other words (eBay).
  case bearerNames(BearerNames)
}
