/// Chooses the best token store of this machine once, and keeps that choice.
///
/// An app creates a ladder with the stores that it allows, strongest first, and calls ``open()`` at
/// its start. The first choice is recorded in a small private file. From then on the ladder opens
/// that store, or throws the reason why it can't. It never falls back to another store: the tokens
/// would seem lost, new ones would go to a weaker place, and the user would have to sign in again.
/// A stronger store that appears later doesn't change the choice. ``survey()`` reports it, and
/// ``move(to:)`` moves the tokens there.
///
/// A store that isn't among the rungs is never used. To keep tokens out of files, leave out the
/// file rungs.
///
/// ```swift
/// let opened = try await StorageLadder.system(app: "com.example.app").open()
/// if opened.isNewChoice { print("Tokens are stored here:", opened.store.location) }
/// ```
public struct StorageLadder: Sendable {
  let rungs: [StorageRung]
  let file: StorageChoiceFile
  let clock: any Clock<Duration>

  /// Creates a ladder.
  ///
  /// - Parameters:
  ///   - rungs: The stores that may be chosen, strongest first, each with a unique name.
  ///   - folder: The folder that records the choice, as an absolute path. It is created with
  ///     permissions 0700 when it is needed. All programs that share the tokens must use the same
  ///     folder.
  ///   - clock: The clock that measures the time limit of each rung.
  public init(
    _ rungs: [StorageRung], rememberingIn folder: String, clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.rungs = rungs
    file = StorageChoiceFile(folder: folder, clock: clock)
    self.clock = clock
  }

  /// Opens the store that was chosen before, or chooses one.
  ///
  /// The first choice is the strongest rung that can be opened, passes its probe and saves a test
  /// entry. Rungs that are absent, locked, unresponsive or failing are skipped and listed in
  /// ``OpenedStorage/passedOver``. A rung with unreadable content (another key, damage, a newer
  /// format) or at an unsafe place ends the choice with an error, because it may hold tokens.
  ///
  /// If a move was interrupted, this call finishes it first. If it can't, because the destination
  /// refuses, the tokens are used from where they are: ``OpenedStorage/unfinishedMove`` says so. If
  /// the record of the choice is damaged, the strongest store with accounts is chosen.
  ///
  /// - Throws: ``TokenStoreError``: for a store that was chosen before, the reason why it can't be
  ///   opened now, with nothing changed; for a first choice, ``TokenStoreError/Kind/absent`` if no
  ///   rung is usable; the problem of the file that records the choice. `CancellationError` if the
  ///   task was cancelled.
  public func open() async throws -> OpenedStorage {
    if case .recorded(let choice)? = try await file.load(), choice.destination == nil {
      return try await open(choice.rung)
    }
    return try await file.withLock {
      guard let choice = try await choice() else { return try await choose() }
      guard choice.destination == nil else { return try await finishMove(choice) }
      let storage = try await open(choice.rung)
      // Replaces a damaged record.
      try await file.save(choice)
      return storage
    }
  }

  /// Opens the store that was chosen before, as ``open()`` does, but never chooses one. Use it for
  /// commands that only read.
  ///
  /// - Returns: `nil` if no store was chosen yet. Nothing is created then.
  /// - Throws: The errors of ``open()`` for a store that was chosen before.
  public func openChosen() async throws -> OpenedStorage? {
    guard let choice = try await choice() else { return nil }
    return choice.destination == nil ? try await open(choice.rung) : try await open()
  }

  /// Chooses a store by name, regardless of the previous choice. Tokens are not moved: see
  /// ``move(to:)``.
  ///
  /// It also abandons a move that can't be finished. ``TokenStoreMigration`` can still move the
  /// remaining tokens.
  ///
  /// - Parameter name: The rung's name.
  /// - Throws: ``TokenStoreError/Kind/absent`` if there is no such rung; another
  ///   ``TokenStoreError`` if the store can't be used; `CancellationError` if the task was
  ///   cancelled. The previous choice stays in each case.
  public func use(_ name: String) async throws -> OpenedStorage {
    try await file.withLock {
      let store = try await rung(name).open(for: .choice, on: clock)
      try await file.save(StorageChoice(name))
      return OpenedStorage(store, rung: name, isNewChoice: true)
    }
  }

  /// Moves all tokens to another store and chooses that store.
  ///
  /// The move is recorded when the first tokens are in the destination, before they are removed from
  /// the source. If it is interrupted from then on, both stores may contain tokens and none is lost.
  /// The next ``open()`` or move finishes it. A move back to the source cancels it: the tokens that
  /// were moved already are brought back, as far as the destination allows.
  ///
  /// Processes that have already opened the old store no longer find tokens there, and must open the
  /// ladder again.
  ///
  /// - Parameter name: The name of the destination's rung.
  /// - Throws: ``TokenStoreError`` if one of the two stores can't be used, or if both are the same
  ///   place; `CancellationError` if the task was cancelled.
  public func move(to name: String) async throws -> OpenedStorage {
    try await file.withLock {
      var choice = try await choice()
      if let pending = choice, let interrupted = pending.destination, interrupted != name {
        // The tokens that were moved already have to come along.
        let opened = try await cancelMove(pending)
        guard pending.rung != name else { return opened }
        // What stays there would be left out of this move.
        if let problem = opened.migration?.problems.first ?? opened.migration?.remainders.first?.error { throw problem }
        choice = StorageChoice(pending.rung)
      }
      let destination = try await rung(name).open(for: .choice, on: clock)
      guard let choice else {
        try await file.save(StorageChoice(name))
        return OpenedStorage(destination, rung: name, isNewChoice: true)
      }
      guard choice.rung != name else { return OpenedStorage(destination, rung: name) }
      let source = try await rung(choice.rung).open(for: .look, on: clock)
      return try await move(from: source, of: choice.rung, to: destination, named: name) {
        try await file.save(StorageChoice(choice.rung, movingTo: name))
      }
    }
  }

  /// Checks every rung: which one was chosen, and which ones are usable. Changes nothing.
  ///
  /// - Throws: ``TokenStoreError`` if the file that records the choice can't be read;
  ///   `CancellationError` if the task was cancelled.
  public func survey() async throws -> StorageSurvey {
    let choice = try await choice()
    var findings: [StorageFinding] = []
    for rung in rungs { findings.append(try await look(at: rung, for: .look).finding) }
    return StorageSurvey(chosenRung: choice?.rung, movingTo: choice?.destination, findings: findings)
  }
}
