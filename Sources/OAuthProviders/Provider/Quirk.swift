public import OpenIDConnect

/// Something in which a provider differs from the specifications, and that a client has to do something about.
///
/// What Pixy bears from every server isn't here: errors with status 200, form bodies, scopes with commas, `verification_url`.
public enum Quirk: Sendable, Hashable {
  /// The `iss` of ID tokens may lack `https://` (Google).
  case issuerMayLackScheme
  /// The issuer of ID tokens has the tenant's id in it, which is known only then (Microsoft Entra).
  case tenantInIssuer(EntraIssuerTemplate)
  /// Answers as Slack has them: refusals are `ok: false` with status 200, and a person's token is nested in `authed_user`. What it may
  /// do is asked for by `user_scope`.
  case slackAnswers
  /// The address to sign out at is this path below the issuer, and metadata may not say so (Auth0).
  case unannouncedLogout(path: String)
  /// The answer is posted as a form if any scope was asked for (Apple).
  case formPost
}
