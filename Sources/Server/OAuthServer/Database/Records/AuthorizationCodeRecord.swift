public import FoundationBasics
public import OAuthCore
public import PKCE

/// An authorization code that the server issued (RFC 6749 §4.1.2), as a database saves it. It
/// contains only the code's hash.
public struct AuthorizationCodeRecord: Sendable, Hashable {
  /// The hash of the code, by which the database finds it.
  public let hash: SecretHash
  /// The grant of the user's approval, which all tokens of the code belong to.
  public let grant: GrantID
  /// The client that the code was issued to. No other client may redeem it.
  public let clientID: String
  /// The redirect URI exactly as the authorization request had it; the token request must repeat it
  /// (RFC 6749 §4.1.3).
  public let redirectURI: String
  /// The code challenge that the code verifier must match; `nil` only for a client that may omit
  /// PKCE.
  public let challenge: CodeChallenge?
  /// The user who approved.
  public let subject: Subject
  /// The approved scope.
  public let scope: Scope
  /// The time from which the code is rejected.
  public let expires: Date
  /// The time until which a spent code is kept, so that its replay can end the grant (RFC 6749
  /// §4.1.2).
  public let rememberedUntil: Date
  /// The other details of the approval.
  public let details: ApprovalDetails
  /// The `nonce` of the authorization request, for the ID token (OpenID Connect Core §3.1.2.1). A
  /// database must keep every byte.
  public let nonce: Secret?

  /// Creates a record. The server calls it for a new code, a database for one that it read.
  /// - Parameters:
  ///   - hash: The hash of the code.
  ///   - grant: The grant of the user's approval, which all tokens of the code belong to.
  ///   - clientID: The client that the code was issued to.
  ///   - redirectURI: The redirect URI exactly as the authorization request had it.
  ///   - challenge: The code challenge that the code verifier must match; `nil` only for a client
  ///     that may omit PKCE.
  ///   - subject: The user who approved.
  ///   - scope: The approved scope.
  ///   - expires: The time from which the code is rejected.
  ///   - rememberedUntil: The time until which a spent code is kept; not before `expires`.
  ///   - details: The other details of the approval. Default: none.
  ///   - nonce: The `nonce` of the authorization request. Default: none.
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
