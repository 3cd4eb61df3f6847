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

extension AuthorizationCodeRecord {
  /// What the code stands for.
  var approval: Approval { Approval(grant: grant, subject: subject, scope: scope, details: details) }
}

extension IssuedToken {
  /// What the token comes from. Of a refresh token this is all that was approved.
  var approval: Approval { Approval(grant: grant, subject: subject, scope: scope, details: details) }
}
