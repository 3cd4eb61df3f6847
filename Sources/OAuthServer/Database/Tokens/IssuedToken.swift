#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import OAuthCore

/// All that the server remembers about a token it gave, the token itself excepted.
public struct IssuedToken: Sendable, Hashable {
  /// What a token is good for.
  public enum Kind: String, Sendable, Hashable {
    /// It is shown to resources (RFC 6749 §1.4).
    case access
    /// It is redeemed for new tokens, once (RFC 6749 §1.5).
    case refresh
  }

  /// The hash of the token, by which it is found.
  public let hash: SecretHash
  /// What the token is good for.
  public let kind: Kind
  /// The approval that the token comes from; all tokens of one approval are ended together.
  public let grant: GrantID
  /// The client that it was given to.
  public let clientID: String
  /// Who approved.
  public let subject: Subject
  /// What the token reaches. A refresh token keeps all that was approved, even if an access token got less.
  public let scope: Scope
  /// From when on the token is refused, and may be forgotten.
  public let expires: Date
  /// What else belongs to the approval: ID tokens after a refresh tell it again (OpenID Connect Core §12.2).
  public let details: ApprovalDetails
  /// When a refresh token was replaced by others; nil for one that wasn't, and for access tokens. A store sets it.
  public var spent: Date?

  /// Puts a record together: the server for a new token, a store for one it read.
  /// - Parameters:
  ///   - hash: the hash of the token.
  ///   - kind: what the token is good for.
  ///   - grant: the approval that it comes from.
  ///   - clientID: the client that it was given to.
  ///   - subject: who approved.
  ///   - scope: what the token reaches; for a refresh token all that was approved.
  ///   - expires: from when on the token is refused, and may be forgotten.
  ///   - details: what else belongs to the approval.
  public init(
    hash: SecretHash, kind: Kind, grant: GrantID, clientID: String, subject: Subject, scope: Scope, expires: Date,
    details: ApprovalDetails = ApprovalDetails()
  ) {
    self.hash = hash
    self.kind = kind
    self.grant = grant
    self.clientID = clientID
    self.subject = subject
    self.scope = scope
    self.expires = expires
    self.details = details
  }
}

extension IssuedToken {
  /// The approval that the token was issued for. A refresh token's has everything that was approved.
  var approval: Approval { Approval(grant: grant, subject: subject, scope: scope, details: details) }
}
