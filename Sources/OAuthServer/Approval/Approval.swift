internal import OAuthCore

/// What somebody approved, from which codes and tokens are made.
struct Approval: Sendable, Hashable {
  /// All tokens of one approval are ended together.
  let grant: GrantID
  /// Who approved.
  let subject: Subject
  /// What was approved; a refresh token keeps all of it (RFC 6749 §6).
  let scope: Scope
  /// What else belongs to it.
  let details: ApprovalDetails
}
