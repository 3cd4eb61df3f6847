public import FoundationBasics
public import OAuthCore

/// A token that the server issued, as a database saves it. It contains only the token's hash.
public struct IssuedToken: Sendable, Hashable {
  /// The kind of a token.
  public enum Kind: String, Sendable, Hashable {
    /// An access token, which the client presents to resources (RFC 6749 §1.4).
    case access
    /// A refresh token, which the client redeems once for new tokens (RFC 6749 §1.5).
    case refresh
  }

  /// The hash of the token, by which the database finds it.
  public let hash: SecretHash
  /// The kind of the token.
  public let kind: Kind
  /// The approval that the token was issued for. All tokens of one approval end together.
  public let grant: GrantID
  /// The client that the token was issued to.
  public let clientID: String
  /// The user who approved.
  public let subject: Subject
  /// The scope of the token. A refresh token keeps the whole approved scope, even if an access
  /// token got less.
  public let scope: Scope
  /// The time from which the token is rejected, and may be deleted.
  public let expires: Date
  /// The other details of the approval. ID tokens after a refresh repeat some of them (OpenID
  /// Connect Core §12.2).
  public let details: ApprovalDetails
  /// The time when a refresh token was replaced; `nil` before that, and for access tokens. Only the
  /// database sets it.
  public var spentAt: Date?
  /// The encrypted refresh token that has replaced this one, for a client that lost the answer;
  /// `nil` before that, and for access tokens. Only the database sets it, to the value of
  /// ``RefreshTokenUse/sealedSuccessor``.
  public var sealedSuccessor: [UInt8]?

  /// Creates a record. The server calls it for a new token, a database for one that it read.
  /// - Parameters:
  ///   - hash: The hash of the token.
  ///   - kind: The kind of the token.
  ///   - grant: The approval that the token was issued for.
  ///   - clientID: The client that the token was issued to.
  ///   - subject: The user who approved.
  ///   - scope: The scope of the token; for a refresh token the whole approved scope.
  ///   - expires: The time from which the token is rejected, and may be deleted.
  ///   - details: The other details of the approval. Default: none.
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
  /// The approval that the token was issued for. Only a refresh token's record contains all of it.
  var approval: Approval { Approval(grant: grant, subject: subject, scope: scope, details: details) }
}
