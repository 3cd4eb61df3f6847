public import OAuthCore

/// The result of a client's poll with a device code (RFC 8628 §3.5).
public enum DevicePoll: Sendable, Hashable {
  /// The user hasn't decided yet: `authorization_pending`.
  case pending
  /// The user hasn't decided yet, and the client polls too often: `slow_down`. The interval has
  /// grown.
  case tooEarly
  /// The user approved: the user's subject, the approved scope, and the details of the approval.
  /// The tokens go to the poll whose ``DeviceCodeStore/redeem(_:)`` succeeds.
  case approved(Subject, Scope, ApprovalDetails)
  /// The user refused: `access_denied`.
  case denied
  /// The codes expired without a decision or without a poll: `expired_token`.
  case expired
  /// The code is unknown, redeemed, deleted, or another client's: `invalid_grant`.
  case unknown
}
