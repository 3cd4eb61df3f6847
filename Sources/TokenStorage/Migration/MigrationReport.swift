/// What a migration did.
public struct MigrationReport: Sendable, Hashable {
  /// An account that couldn't be moved, because what one of the stores holds for it can't be read.
  public struct Remainder: Sendable, Hashable {
    /// Whose tokens.
    public let account: Account
    /// Why; it names the store.
    public let error: TokenStoreError
  }

  /// The accounts whose tokens are in the new store now and in the old one no longer, sorted.
  public let moved: [Account]
  /// The accounts that are left in the old store, untouched. Sign in again for them, or mend the store and migrate again.
  public let left: [Remainder]
  /// What the old store holds and can't even tell the account of, one error each; it is left there too.
  public let problems: [TokenStoreError]
}
