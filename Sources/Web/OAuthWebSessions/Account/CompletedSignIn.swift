public import OAuthCore

/// A sign-in that a provider has completed, and that the application accepts or refuses.
///
/// To find the user's account, compare `issuer` and `subject` of ``user`` together (OpenID Connect
/// Core §5.7). A new identity may be added to an account in two cases only: ``linkingAccount`` names
/// the account, or ``trustedEmail`` is the one that was stored with the account. The profile's
/// e-mail address proves nothing: many providers let a user enter any address.
public struct CompletedSignIn: Sendable {
  /// The user, as the provider described them.
  public let user: SessionUser
  /// The user's e-mail address, if the provider has verified it and is trusted for its domain
  /// (``WebAccounts/init(trustingMailDomains:signIn:roles:)``); otherwise `nil`. The domain is in
  /// lower case.
  ///
  /// Store this value with an account, and not the profile's: an attacker who enters another user's
  /// address before that user arrives would otherwise share the account.
  public let trustedEmail: String?
  /// The account whose signed-in user asked to add this identity, with a form of the application;
  /// otherwise `nil`. The hook has to return the same account.
  public let linkingAccount: String?

  package init(user: SessionUser, trustedEmail: String?, linkingAccount: String?) {
    self.user = user
    self.trustedEmail = trustedEmail
    self.linkingAccount = linkingAccount
  }
}

extension CompletedSignIn: Redacted {
  /// The provider's identifier, without personal data.
  public var description: String { "CompletedSignIn(at \(UntrustedText(user.provider)))" }
}
