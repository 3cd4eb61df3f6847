/// The reason why a store can't decide whether a token was used before.
public enum UsedTokenIDsError: Error, Sendable, Hashable {
  /// The store is full, and no entry has expired.
  case full(limit: Int)
}

extension UsedTokenIDsError: ExplainedError {
  /// The facts of each case.
  public var facts: ErrorFacts {
    let row = ErrorFacts.Row(
      at: .storage, .system,
      remedy: "Raise the store's limit, accept tokens for a shorter time, or limit the rate of requests in front of "
        + "the server.")
    return switch self {
    case .full(let limit):
      row(
        "used_token_ids_full",
        "More than \(limit) single-use tokens arrived within their lifetime. A discarded one could be used again.")
    }
  }
}
