#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import OAuthCore
public import PKCE

/// All that the server remembers about an authorization code it gave (RFC 6749 §4.1.2), the code itself excepted.
public struct AuthorizationCodeRecord: Sendable, Hashable {
  /// The hash of the code, by which it is found.
  public let hash: SecretHash
  /// The approval that the code stands for.
  public let grant: GrantID
  /// The client that it was given to, and that alone may redeem it.
  public let clientID: String
  /// The redirect URI exactly as the authorization request had it; the token request must repeat it (RFC 6749 §4.1.3).
  public let redirectURI: String
  /// What the code verifier must meet; `nil` only for a client that need not use PKCE.
  public let challenge: CodeChallenge?
  /// Who approved.
  public let subject: Subject
  /// What they approved.
  public let scope: Scope
  /// From when on the code is refused.
  public let expires: Date
  /// Until when a spent code is remembered, so that its replay can end the grant (RFC 6749 §4.1.2).
  public let rememberedUntil: Date
  /// What else belongs to the approval.
  public let details: ApprovalDetails
  /// The `nonce` of the authorization request, for the ID token (OpenID Connect Core §3.1.2.1). A store keeps it octet for
  /// octet.
  public let nonce: Secret?

  /// Puts a record together: the server for a new code, a store for one it read.
  /// - Parameters:
  ///   - hash: the hash of the code.
  ///   - grant: the approval that the code stands for.
  ///   - clientID: the client that it was given to.
  ///   - redirectURI: the redirect URI exactly as the authorization request had it.
  ///   - challenge: what the code verifier must meet; `nil` only for a client that need not use PKCE.
  ///   - subject: who approved.
  ///   - scope: what they approved.
  ///   - expires: from when on the code is refused.
  ///   - rememberedUntil: until when a spent code is remembered; not before `expires`.
  ///   - details: what else belongs to the approval.
  ///   - nonce: the `nonce` of the authorization request.
  public init(
    hash: SecretHash, grant: GrantID, clientID: String, redirectURI: String, challenge: CodeChallenge?,
    subject: Subject, scope: Scope, expires: Date, rememberedUntil: Date,
    details: ApprovalDetails = ApprovalDetails(), nonce: Secret? = nil
  ) {
    self.hash = hash
    self.grant = grant
    self.clientID = clientID
    self.redirectURI = redirectURI
    self.challenge = challenge
    self.subject = subject
    self.scope = scope
    self.expires = expires
    self.rememberedUntil = rememberedUntil
    self.details = details
    self.nonce = nonce
  }
}

extension AuthorizationCodeRecord {
  /// The approval that the code stands for.
  var approval: Approval { Approval(grant: grant, subject: subject, scope: scope, details: details) }
}
