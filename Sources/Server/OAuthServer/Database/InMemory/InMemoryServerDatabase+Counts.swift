extension InMemoryServerDatabase {
  /// The numbers of rows in a database, for tests that check what a server has saved.
  public struct Counts: Sendable, Hashable {
    /// The authorization codes, spent or not.
    public let codes: Int
    /// The tokens of grants that aren't revoked, spent or not.
    public let tokens: Int
    /// The sessions that weren't ended.
    public let sessions: Int
    /// The device authorizations.
    public let devices: Int
    /// The pushed requests that aren't consumed.
    public let pushedRequests: Int
    /// The counts of wrong passwords.
    public let signInAttempts: Int
  }

  /// The present numbers of rows. Expired rows that weren't removed yet count too.
  public var counts: Counts {
    transaction { state in
      Counts(
        codes: state.codes.table.count, tokens: state.tokens.count, sessions: state.sessions.count,
        devices: state.devices.table.count,
        pushedRequests: state.pushedRequests.rows.values.count { $0.consumedBy == nil },
        signInAttempts: state.attempts.table.count)
    }
  }
}
