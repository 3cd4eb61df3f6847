/// Ends a command that was only to show its request: nothing was sent, and nothing went wrong.
struct DryRunEnded: Error {
  /// What the person is told.
  static let words =
    "Nothing was sent but questions for published metadata and keys. What follows depends on the answer."
}
