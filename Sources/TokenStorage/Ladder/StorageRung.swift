/// One store that a ``StorageLadder`` may choose: what it is called, and how it is opened and tried.
public struct StorageRung: Sendable {
  /// How long opening and trying a rung may take unless told otherwise: a keyring that hangs must not hang a program.
  public static let patience = Duration.seconds(3)

  /// Opens the store. It mustn't ask a person anything: nobody may be there.
  public typealias Opening = @Sendable () async throws(TokenStoreError) -> any TokenStore
  /// Finds out whether a store that was opened can be used.
  public typealias Probe = @Sendable (any TokenStore) async throws(TokenStoreError) -> Void

  /// What the choice is remembered by: a stable word, the only one of its ladder.
  public let name: String
  /// What kind of store it is.
  public let kind: StorageKind
  /// How long opening and trying may take; `nil` for stores that wait for nobody.
  let limit: Duration?
  let opening: Opening
  let probe: Probe
  let making: Probe

  /// What a rung is opened for.
  enum Purpose: Sendable {
    /// To use it, because it was chosen before.
    case use
    /// To find out whether it could be used; nothing is made.
    case look
    /// To choose it: what it needs is made.
    case choice
  }

  /// Describes a store.
  /// - Parameters:
  ///   - kind: what kind of store it is.
  ///   - name: a stable word for it; the kind's unless said, which is enough where a ladder has one store of a kind.
  ///   - limit: how long opening and trying may take, half a second or more; `nil` for no limit. Three seconds unless said.
  ///   - probe: throws if tokens couldn't be kept in the store now. It isn't called for a choice that was made before, and must change
  ///     nothing. Lists the accounts unless said.
  ///   - making: makes what the store needs before it can keep tokens; called after the probe and before the store is chosen.
  ///     Nothing unless said.
  ///   - opening: opens the store, and throws ``TokenStoreError/Kind/absent`` if this machine has none. Called once by each
  ///     use of the ladder.
  public init(
    _ kind: StorageKind, name: String? = nil, limit: Duration? = StorageRung.patience,
    probe: @escaping Probe = { store throws(TokenStoreError) in _ = try await store.accounts() },
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

  /// Opens the store, and tries and makes it if that is the purpose, within the limit.
  ///
  /// - Throws: ``TokenStoreError``, ``TokenStoreError/Kind/timedOut`` after the limit; `CancellationError`.
  func open(for purpose: Purpose, on clock: any Clock<Duration>) async throws -> any TokenStore {
    let (opening, probe, making) = (opening, probe, making)
    let body: @Sendable () async throws -> any TokenStore = {
      let store = try await opening()
      if purpose != .use { try await probe(store) }
      if purpose == .choice { try await making(store) }
      return store
    }
    guard let limit else { return try await body() }
    guard let store = try await TimeLimit(limit, on: clock).run(body) else {
      throw TokenStoreError(.timedOut, place: name)
    }
    return store
  }
}
