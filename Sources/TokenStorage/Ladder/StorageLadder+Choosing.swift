extension StorageLadder {
  /// Opens the store of a rung that was chosen before. It isn't tried: what it can't do, its own calls say.
  func open(_ name: String) async throws -> OpenedStorage {
    OpenedStorage(try await rung(name).open(for: .use, on: clock), rung: name)
  }

  /// Chooses the first rung that can be used.
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
    let reasons = passedOver.map { "\($0.rung): \($0.problem?.code ?? "")" }.joined(separator: ", ")
    throw TokenStoreError(.absent, cause: reasons.isEmpty ? "no store is allowed" : reasons)
  }

  /// Ends a move that was interrupted.
  func finishMove(_ choice: StorageChoice) async throws -> OpenedStorage {
    guard let name = choice.destination else { return try await open(choice.rung) }
    let source = try await rung(choice.rung).open(for: .use, on: clock)
    let destination = try await rung(name).open(for: .use, on: clock)
    let report = try await TokenStoreMigration(from: source, to: destination).run()
    try await file.save(StorageChoice(name))
    return OpenedStorage(destination, rung: name, isNewChoice: true, migration: report)
  }

  /// The rung of this name.
  ///
  /// - Throws: ``TokenStoreError/Kind/absent``: another program, or an older version of this one, knows more rungs.
  func rung(_ name: String) throws(TokenStoreError) -> StorageRung {
    guard let rung = rungs.first(where: { $0.name == name }) else {
      throw TokenStoreError(.absent, place: name, cause: "this program is not set up to use it")
    }
    return rung
  }

  /// Opens and tries a rung, and makes its store if it is to be chosen.
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

  /// Whether a store is there which can't be used for a reason that a person has to look into, because it may hold tokens.
  private static func stops(_ problem: TokenStoreError) -> Bool {
    switch problem.kind {
    case .wrongKey, .damaged, .newerFormat, .unsafePlace: true
    default: false
    }
  }
}
