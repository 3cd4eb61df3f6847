public import OAuthCore

/// What a client's poll with a device code is to be answered (RFC 8628 §3.5).
public enum DevicePoll: Sendable, Hashable {
  /// Nobody has decided: `authorization_pending`.
  case pending
  /// Nobody has decided, and the client asks too often: `slow_down`. The interval has grown.
  case tooEarly
  /// This person allowed this much. The tokens are for whoever's ``DeviceCodeStore/redeem(_:)`` wins.
  case approved(Subject, Scope, ApprovalDetails)
  /// A person refused: `access_denied`.
  case denied
  /// Nobody decided, or nobody polled, in time: `expired_token`.
  case expired
  /// The code is unknown, redeemed, forgotten, or another client's: `invalid_grant`.
  case unknown
}
