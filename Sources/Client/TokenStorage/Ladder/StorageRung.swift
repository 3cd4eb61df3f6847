/// One store that a ``StorageLadder`` may choose: its name, and how to open and probe it.
public struct StorageRung: Sendable {
  /// The default time limit for opening and probing a rung: an unresponsive keyring must not block
  /// a program.
  public static let patience = Duration.seconds(3)

  /// Opens the store. It must not prompt the user, because there may be none.
  public typealias Opening = @Sendable () async throws(TokenStoreError) -> any TokenStore
  /// Checks whether an open store is usable.
  public typealias Probe = @Sendable (any TokenStore) async throws(TokenStoreError) -> Void

  /// The name that identifies the rung in the recorded choice: stable, and unique in its ladder.
  public let name: String
  /// The kind of store.
  public let kind: StorageKind
  /// The time limit for opening and probing; `nil` for stores that don't wait for another process.
  let limit: Duration?
  let opening: Opening
  let probe: Probe
  let making: Probe

  /// The purpose for which a rung is opened.
  enum Purpose: Sendable {
    /// Using it, because it was chosen before.
    case use
    /// Checking whether it is usable. Nothing is created.
    case look
    /// Choosing it. The store is created if it doesn't exist.
    case choice
  }

  /// Describes a store.
  ///
  /// - Parameters:
  ///   - kind: The kind of store.
  ///   - name: The rung's stable name. Default: the kind's, which is sufficient for one store of
  ///     each kind.
  ///   - limit: The time limit for opening and probing, half a second or more; `nil` for no limit.
  ///     Default: three seconds.
  ///   - probe: Throws if the store can't be used now. It must change nothing, and isn't called
  ///     for a store that was chosen before. Default: lists the readable accounts.
  ///   - making: Creates what the store needs before it can save tokens. It is called after the
  ///     probe and before the store is chosen. Default: does nothing.
  ///   - opening: Opens the store, and throws ``TokenStoreError/Kind/absent`` if this machine has
  ///     none. It is called once by each use of the ladder.
  public init(
    _ kind: StorageKind, name: String? = nil, limit: Duration? = StorageRung.patience,
    probe: @escaping Probe = { store throws(TokenStoreError) in _ = try await store.listing() },
    making: @escaping Probe = { _ throws(TokenStoreError) in },
    opening: @escaping Opening
  ) {
    self.kind = kind
    self.name = name ?? kind.rawValue
    self.limit = limit
    self.probe = probe
    self.making = making
    self.opening = opening
  }

  /// Opens the store within the limit and probes it unless it was chosen before. A store that is to
  /// be chosen is also created, and has to save something: reading proves nothing about saving.
  ///
  /// - Throws: ``TokenStoreError``, with ``TokenStoreError/Kind/timedOut`` at the limit;
  ///   `CancellationError` if the task was cancelled.
  func open(for purpose: Purpose, on clock: any Clock<Duration>) async throws -> any TokenStore {
    let (opening, probe, making) = (opening, probe, making)
    let body: @Sendable () async throws -> any TokenStore = {
      let store = try await opening()
      if purpose != .use { try await probe(store) }
      if purpose == .choice {
        try await making(store)
        try await store.checkSaving()
      }
      return store
    }
    guard let limit else { return try await body() }
    guard let store = try await TimeLimit(limit, on: clock).run(body) else {
      throw TokenStoreError(.timedOut, place: name)
    }
    return store
  }
}
