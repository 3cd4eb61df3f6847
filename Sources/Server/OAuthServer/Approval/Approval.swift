internal import OAuthCore

/// A user's approval of an authorization request. Authorization codes, device codes and tokens are
/// issued from it.
///
/// A client that acts for itself (RFC 6749 §4.4) has an approval too; its subject is the client.
struct Approval: Sendable, Hashable {
  /// The grant that all tokens of this approval belong to. They are revoked together.
  let grant: GrantID
  /// The user who approved, or the client that acts for itself.
  let subject: Subject
  /// The approved scope. A refresh token keeps all of it (RFC 6749 §6).
  let scope: Scope
  /// Everything else that was approved: resources, authorization details, claims and the bound key.
  let details: ApprovalDetails
}
