/// Ends a dry run after its request was printed. It is not an error: nothing was sent.
struct DryRunEnded: Error {
  /// The message to the user.
  static let words =
    "Nothing was sent, except to fetch published metadata and keys. The next step depends on the answer."
}
