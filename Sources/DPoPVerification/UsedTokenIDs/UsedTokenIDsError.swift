public import OAuthCore

/// Why it can't be told whether a token was used before.
public enum UsedTokenIDsError: Error, Sendable, Hashable {
  /// As many tokens are remembered as there is room for, and none of them may be forgotten yet.
  case full(limit: Int)
}

extension UsedTokenIDsError: ExplainedError {
  /// A stable name.
  public var code: String { "used_token_ids_full" }

  /// Always `FlowStep.storage`.
  public var step: FlowStep { .storage }

  /// What happened and why.
  public var explanation: String {
    switch self {
    case .full(let limit):
      "More than \(limit) single-use tokens came within their lifetime. Forgetting one would let it be used again."
    }
  }

  /// What to do about it.
  public var remedy: String {
    "Give the memory more room, accept tokens for a shorter time, or limit the rate of requests in front of the server."
  }
}
