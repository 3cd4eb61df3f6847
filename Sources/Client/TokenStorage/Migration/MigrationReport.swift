/// The result of a migration.
public struct MigrationReport: Sendable, Hashable {
  /// An account that couldn't be moved, because its entry in one of the stores can't be read.
  public struct Remainder: Sendable, Hashable {
    /// The account.
    public let account: Account
    /// The reason, which names the store.
    public let error: TokenStoreError
  }

  /// The accounts whose tokens were moved to the new store and removed from the old one, sorted.
  public let movedAccounts: [Account]
  /// The accounts that stay in the old store, unchanged. Sign in again for them, or repair the
  /// store and migrate again.
  public let remainders: [Remainder]
  /// One error for each entry of the old store whose account can't be determined. These entries
  /// stay there too.
  public let problems: [TokenStoreError]
}
