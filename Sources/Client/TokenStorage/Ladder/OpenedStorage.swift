/// The store that a ladder opened, and why it is this one.
public struct OpenedStorage: Sendable {
  /// The open store.
  public let store: any TokenStore
  /// The name of the store's rung.
  public let rung: String
  /// Whether the store was chosen by this call. If so, show the user what protects the tokens, and
  /// ``passedOver``.
  public let isNewChoice: Bool
  /// The stronger rungs that couldn't be used when this call chose the store, with the reasons.
  public let passedOver: [StorageFinding]
  /// The result of moving tokens, if this call moved any.
  public let migration: MigrationReport?
  /// The name of the rung that this call moved tokens from; `nil` if it moved none. What ``migration`` lists as
  /// left is still there, and a move to that rung uses it again.
  public let movedFrom: String?
  /// The move that this call couldn't finish. ``store`` then reads the source of the move, and the
  /// destination for accounts that were moved already.
  public let unfinishedMove: UnfinishedMove?

  /// A move of tokens whose destination can't be used at the moment.
  public struct UnfinishedMove: Sendable, Hashable {
    /// The name of the destination's rung.
    public let destination: String
    /// The reason.
    public let problem: TokenStoreError
  }

  init(
    _ store: any TokenStore, rung: String, isNewChoice: Bool = false, passedOver: [StorageFinding] = [],
    migration: MigrationReport? = nil, movedFrom: String? = nil, unfinishedMove: UnfinishedMove? = nil
  ) {
    self.store = store
    self.rung = rung
    self.isNewChoice = isNewChoice
    self.passedOver = passedOver
    self.migration = migration
    self.movedFrom = movedFrom
    self.unfinishedMove = unfinishedMove
  }
}
