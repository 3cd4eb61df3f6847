internal import OAuthCore

extension StorageLadder {
  /// Returns the choice. If its record is damaged, that is the strongest rung with accounts.
  ///
  /// - Returns: `nil` if no rung was chosen yet, or if the record is damaged and there are no
  ///   accounts.
  /// - Throws: ``TokenStoreError``: the problem of a rung that may have accounts, if the record is
  ///   damaged and no other rung has any.
  func choice() async throws -> StorageChoice? {
    switch try await file.load() {
    case nil: return nil
    case .recorded(let choice)?: return choice
    case .damaged?: break
    }
    var problem: TokenStoreError?
    for rung in rungs {
      let (finding, store) = try await look(at: rung, for: .look)
      if let store {
        let listing = try await store.listing()
        if !listing.accounts.isEmpty || !listing.problems.isEmpty { return StorageChoice(rung.name) }
      } else if let rungProblem = finding.problem, rungProblem.kind != .absent {
        problem = problem ?? rungProblem
      }
    }
    if let problem { throw problem }
    return nil
  }

  /// Opens the store of the rung that was chosen before, without a probe. If the store is unusable,
  /// its own calls report it.
  func open(_ name: String) async throws -> OpenedStorage {
    OpenedStorage(try await rung(name).open(for: .use, on: clock), rung: name)
  }

  /// Chooses the first usable rung.
  func choose() async throws -> OpenedStorage {
    var passedOver: [StorageFinding] = []
    for rung in rungs {
      let (finding, store) = try await look(at: rung, for: .choice)
      if let store {
        try await file.save(StorageChoice(rung.name))
        return OpenedStorage(store, rung: rung.name, isNewChoice: true, passedOver: passedOver)
      }
      if let problem = finding.problem, Self.stops(problem) { throw problem }
      passedOver.append(finding)
    }
    // A store that this machine has is more useful to know of than those that it hasn't.
    let problems = passedOver.compactMap(\.problem)
    if let problem = problems.last(where: { $0.kind != .absent || $0.isWithoutEntitlement }) { throw problem }
    let reasons = passedOver.map { "\($0.rung): \($0.problem?.code ?? "")" }.joined(separator: ", ")
    throw TokenStoreError(.absent, cause: reasons.isEmpty ? "no store is allowed" : reasons)
  }

  /// Finishes an interrupted move. If that is impossible now, opens both stores: the source still
  /// has the tokens that weren't moved.
  func finishMove(_ choice: StorageChoice) async throws -> OpenedStorage {
    guard let name = choice.destination else { return try await open(choice.rung) }
    let source = try await rung(choice.rung).open(for: .use, on: clock)
    var destination: (any TokenStore)?
    do {
      let store = try await rung(name).open(for: .use, on: clock)
      destination = store
      return try await move(from: source, of: choice.rung, to: store, named: name)
    } catch let problem as TokenStoreError {
      return OpenedStorage(
        UnfinishedMoveStore(source: source, destination: destination, problem: problem), rung: choice.rung,
        unfinishedMove: OpenedStorage.UnfinishedMove(destination: name, problem: problem))
    }
  }

  /// Moves all tokens and records the destination as the choice.
  ///
  /// - Parameter beforeRemoval: Called before the first tokens are removed from the source.
  func move(
    from source: any TokenStore, of rung: String, to destination: any TokenStore, named name: String,
    beforeRemoval: @Sendable () async throws -> Void = {}
  ) async throws -> OpenedStorage {
    let report = try await TokenStoreMigration(from: source, to: destination).run(beforeRemoval: beforeRemoval)
    try await file.save(StorageChoice(name))
    return OpenedStorage(destination, rung: name, isNewChoice: true, migration: report, movedFrom: rung)
  }

  /// Cancels an unfinished move: brings back what was moved, as far as the destination allows, and
  /// records the source as the choice.
  ///
  /// - Throws: ``TokenStoreError`` if the source can't save tokens. The move then stays unfinished.
  func cancelMove(_ choice: StorageChoice) async throws -> OpenedStorage {
    let source = try await rung(choice.rung).open(for: .use, on: clock)
    try await source.checkSaving()
    var report: MigrationReport?
    if let name = choice.destination {
      do {
        let destination = try await rung(name).open(for: .use, on: clock)
        report = try await TokenStoreMigration(from: destination, to: source).run(skippingFailures: true)
      } catch let problem as TokenStoreError {
        report = MigrationReport(movedAccounts: [], remainders: [], problems: [problem])
      }
    }
    try await file.save(StorageChoice(choice.rung))
    return OpenedStorage(
      source, rung: choice.rung, isNewChoice: true, migration: report, movedFrom: choice.destination)
  }

  /// Returns the rung of this name.
  ///
  /// - Throws: ``TokenStoreError/Kind/absent`` if there is none: another program, or another
  ///   version of this one, has more rungs.
  func rung(_ name: String) throws(TokenStoreError) -> StorageRung {
    guard let rung = rungs.first(where: { $0.name == name }) else {
      throw TokenStoreError(.absent, place: name, cause: "this program is not set up to use it")
    }
    return rung
  }

  /// Opens and probes a rung. If the rung is to be chosen, this also creates its store.
  func look(
    at rung: StorageRung, for purpose: StorageRung.Purpose
  ) async throws -> (finding: StorageFinding, store: (any TokenStore)?) {
    func finding(_ location: StorageLocation?, _ problem: TokenStoreError?) -> StorageFinding {
      StorageFinding(rung: rung.name, kind: rung.kind, location: location, problem: problem)
    }
    do {
      let store = try await rung.open(for: purpose, on: clock)
      return (finding(store.location, nil), store)
    } catch let problem as TokenStoreError {
      return (finding(nil, problem), nil)
    }
  }

  /// Returns whether a store exists that is unusable until the user looks into it, because it may
  /// hold tokens, or whether the choice has to wait until the app runs again.
  private static func stops(_ problem: TokenStoreError) -> Bool {
    switch problem.kind {
    case .wrongKey, .keyLost, .damaged, .newerFormat, .unsafePlace, .suspended: true
    default: false
    }
  }
}
