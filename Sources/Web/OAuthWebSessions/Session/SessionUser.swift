public import FoundationBasics
public import OAuthCore
public import OAuthProviders

/// The user of a session, as the provider described them at the sign-in.
///
/// Only a completed sign-in creates one. To identify a user in a database, use ``issuer`` and
/// ``subject`` together.
public struct SessionUser: Sendable, Hashable {
  /// The identifier of the provider, as in `Provider.id`.
  public let provider: String
  /// The issuer of the ID token, or the provider's origin if it issues none.
  public let issuer: String
  /// The profile at the time of the sign-in.
  public let profile: Profile
  /// The verified claims of the ID token that the application asked to keep.
  public let claims: [String: JSONValue]
  /// The granted scope; `nil` if the server didn't say and the request's scope isn't known.
  public let scope: Scope?
  /// The time of the sign-in here.
  public let signedInAt: Date
  /// The time when the provider requires this session to end: the ID token's `session_expiry`
  /// (OpenID Connect Enterprise Extensions draft 01 §2.1); `nil` if it sent none.
  public let sessionExpiresAt: Date?
  /// The identifier of the application's account, as ``WebAccounts`` returned it; `nil` without it.
  public package(set) var account: String?
  /// The time when the user authenticated at the provider (`auth_time`, OpenID Connect Core §2);
  /// `nil` if the provider didn't say.
  public let authenticatedAt: Date?
  /// The class of that authentication (`acr`, OpenID Connect Core §2); `nil` if the provider didn't
  /// say.
  public let authenticationContext: String?
  /// The session at the provider (`sid`, Back-Channel Logout §2.1).
  package let providerSession: String?

  /// The user's identifier at the provider: the `sub` of the ID token, or the profile's ID.
  public var subject: String { profile.id }

  /// Creates a user from a completed sign-in.
  package init(
    provider: String, issuer: String, profile: Profile, claims: [String: JSONValue], scope: Scope?,
    signedInAt: Date, providerSession: String?, sessionExpiresAt: Date? = nil, account: String? = nil,
    authenticatedAt: Date? = nil, authenticationContext: String? = nil
  ) {
    self.provider = provider
    self.issuer = issuer
    self.profile = profile
    self.claims = claims
    self.scope = scope
    self.signedInAt = signedInAt
    self.providerSession = providerSession
    self.sessionExpiresAt = sessionExpiresAt
    self.account = account
    self.authenticatedAt = authenticatedAt
    self.authenticationContext = authenticationContext
  }
}

extension SessionUser: Redacted {
  /// The provider's identifier, without personal data.
  public var description: String { "SessionUser(at \(UntrustedText(provider)))" }
}
