/// The store that a ladder opened, and how it came to be that one.
public struct OpenedStorage: Sendable {
  /// Where tokens are kept.
  public let store: any TokenStore
  /// The name of its rung.
  public let rung: String
  /// Whether it was chosen just now. Tell the person then: with what protects the tokens, and with ``passedOver``.
  public let isNewChoice: Bool
  /// The stronger rungs that couldn't be used when this one was chosen just now, with the reasons.
  public let passedOver: [StorageFinding]
  /// What an opening or a move took there, if it moved tokens.
  public let migration: MigrationReport?

  init(
    _ store: any TokenStore, rung: String, isNewChoice: Bool = false, passedOver: [StorageFinding] = [],
    migration: MigrationReport? = nil
  ) {
    self.store = store
    self.rung = rung
    self.isNewChoice = isNewChoice
    self.passedOver = passedOver
    self.migration = migration
  }
}
