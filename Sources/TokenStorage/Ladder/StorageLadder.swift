/// Picks the best store that this machine has, once, and stays with it.
///
/// Apps make one with the stores that they allow, strongest first, and call ``open()`` when they start. What is chosen the
/// first time is remembered in a small private file. From then on the ladder opens that store or says why it can't; it never
/// takes another one instead: tokens would look lost, new ones would go to a weaker place, and the person would sign in again
/// for nothing. A stronger store that turns up later changes nothing by itself; ``survey()`` tells of it, and ``move(to:)``
/// goes there.
///
/// A store that isn't among the rungs is never used. So whoever doesn't want tokens in files leaves files out.
public struct StorageLadder: Sendable {
  let rungs: [StorageRung]
  let file: StorageChoiceFile
  let clock: any Clock<Duration>

  /// Puts a ladder together.
  /// - Parameters:
  ///   - rungs: the stores that may be chosen, strongest first, each with a name of its own.
  ///   - folder: where the choice is remembered: an absolute path, made with permissions 0700 when it is needed. Every
  ///     program that shares the tokens must be given the same.
  ///   - clock: measures how long a store may take.
  public init(
    _ rungs: [StorageRung], rememberingIn folder: String, clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.rungs = rungs
    file = StorageChoiceFile(folder: folder, clock: clock)
    self.clock = clock
  }

  /// Opens the store that was chosen before, or chooses one.
  ///
  /// The first choice is the strongest rung that can be opened and passes its probe. Rungs that aren't there, are locked, don't
  /// answer or fail are passed over, and ``OpenedStorage/passedOver`` says so. A rung that holds something which can't be read
  /// (another key, damaged, a newer format), or whose place isn't safe, stops the choice instead: there may be tokens in it.
  ///
  /// If a move was interrupted, this ends it first.
  ///
  /// - Throws: ``TokenStoreError``: for a store that was chosen before, why it can't be opened now, with nothing changed; for a
  ///   first choice ``TokenStoreError/Kind/absent`` if no rung can be used; what is wrong with the file that remembers the
  ///   choice. `CancellationError`.
  public func open() async throws -> OpenedStorage {
    if let choice = try await file.load(), choice.destination == nil { return try await open(choice.rung) }
    return try await file.withLock {
      guard let choice = try await file.load() else { return try await choose() }
      guard choice.destination == nil else { return try await finishMove(choice) }
      return try await open(choice.rung)
    }
  }

  /// Opens the store that was chosen before, as ``open()`` does, and chooses none: for what only looks.
  ///
  /// - Returns: `nil` if none was chosen yet; nothing is made then.
  /// - Throws: as ``open()`` for a store that was chosen before.
  public func openChosen() async throws -> OpenedStorage? {
    guard let choice = try await file.load() else { return nil }
    return choice.destination == nil ? try await open(choice.rung) : try await open()
  }

  /// Takes the store that a person chose, whatever was chosen before. Tokens stay where they are: see ``move(to:)``.
  ///
  /// It also gives up a move that can't be ended; ``TokenStoreMigration`` still brings what is left behind.
  ///
  /// - Parameter name: the rung's name.
  /// - Throws: ``TokenStoreError``: ``TokenStoreError/Kind/absent`` if there is no such rung; why it can't be used. The choice
  ///   is what it was then. `CancellationError`.
  public func use(_ name: String) async throws -> OpenedStorage {
    try await file.withLock {
      let store = try await rung(name).open(for: .choice, on: clock)
      try await file.save(StorageChoice(name))
      return OpenedStorage(store, rung: name, isNewChoice: true)
    }
  }

  /// Moves all tokens to another store, and stays there.
  ///
  /// If it is interrupted, tokens are in both stores, none is lost, and the next ``open()`` or move ends it. Processes that have
  /// opened the old store already find no tokens there and must open the ladder anew.
  ///
  /// - Parameter name: the name of the rung to move to.
  /// - Throws: ``TokenStoreError``: one of the two stores can't be used, or both are the same place; `CancellationError`.
  public func move(to name: String) async throws -> OpenedStorage {
    try await file.withLock {
      let destination = try await rung(name).open(for: .choice, on: clock)
      guard var choice = try await file.load() else {
        try await file.save(StorageChoice(name))
        return OpenedStorage(destination, rung: name, isNewChoice: true)
      }
      if choice.destination != nil { choice = StorageChoice(try await finishMove(choice).rung) }
      guard choice.rung != name else { return OpenedStorage(destination, rung: name) }
      let source = try await rung(choice.rung).open(for: .look, on: clock)
      // Before anything is written down: a move that can't be made must not be begun.
      let migration = try TokenStoreMigration(from: source, to: destination)
      try await file.save(StorageChoice(choice.rung, movingTo: name))
      let report = try await migration.run()
      try await file.save(StorageChoice(name))
      return OpenedStorage(destination, rung: name, isNewChoice: true, migration: report)
    }
  }

  /// Looks at every rung: which one was chosen, and which ones could be. Changes nothing.
  ///
  /// - Throws: ``TokenStoreError`` if the file that remembers the choice can't be read; `CancellationError`.
  public func survey() async throws -> StorageSurvey {
    let choice = try await file.load()
    var findings: [StorageFinding] = []
    for rung in rungs { findings.append(try await look(at: rung, for: .look).finding) }
    return StorageSurvey(chosen: choice?.rung, movingTo: choice?.destination, findings: findings)
  }
}
