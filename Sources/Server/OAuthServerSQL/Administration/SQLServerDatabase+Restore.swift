extension SQLServerDatabase {
  /// Ends all codes, tokens, pushed requests and device authorizations, after an older copy of the
  /// database was restored.
  ///
  /// A refresh token that was spent after the copy was made would be valid again, also for a thief.
  /// Sessions and consents stay, so most users get new tokens without a question. It reads all tokens.
  ///
  /// - Throws: `ServerDatabaseError`; `CancellationError` if the task is cancelled before all is ended.
  public func endAllGrants() async throws {
    try await OwnedRecords(of: .everyone, in: work, clock: clock).remove()
  }
}
