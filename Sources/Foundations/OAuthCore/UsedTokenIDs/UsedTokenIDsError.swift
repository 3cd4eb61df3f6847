/// The reason why a store can't decide whether a token was used before.
public enum UsedTokenIDsError: Error, Sendable, Hashable {
  /// The store is full, and no entry has expired.
  case full(limit: Int)
}

extension UsedTokenIDsError: ExplainedError {
  /// A stable name for programs.
  public var code: String { "used_token_ids_full" }

  /// Always `FlowStep.storage`.
  public var step: FlowStep { .storage }

  /// Always `ErrorCategory.system`.
  public var category: ErrorCategory { .system }

  /// A sentence about the problem and its cause.
  public var explanation: String {
    switch self {
    case .full(let limit):
      "More than \(limit) single-use tokens arrived within their lifetime. A discarded one could be used again."
    }
  }

  /// The recommended action.
  public var remedy: String {
    "Raise the store's limit, accept tokens for a shorter time, or limit the rate of requests in front of the server."
  }
}
