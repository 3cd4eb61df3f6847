import OAuthCore
import OAuthTestSupport
import Testing
import TokenStorage

@Suite struct StorageLadderMoveTests {
  let fixture = LadderFixture()

  private func fill(_ rung: Rung) throws -> [Account: StoredTokens] {
    var all: [Account: StoredTokens] = [:]
    for name in ["ada", "grace"] {
      let account = try LadderFixture.account(name)
      all[account] = LadderFixture.tokens(name)
      rung.inner.save(LadderFixture.tokens(name), for: account)
    }
    try rung.inner.setCurrentAccount(LadderFixture.account("grace"))
    return all
  }

  @Test func `A move transfers all tokens to the other store, and chooses it`() async throws {
    _ = try await fixture.ladder().use("weak")
    let all = try fill(fixture.weak)
    let moved = try await fixture.ladder().move(to: "strong")
    #expect(
      moved.rung == "strong" && moved.migration?.movedAccounts == all.keys.sorted() && moved.migration?.remainders == []
    )
    for (account, tokens) in all { #expect(fixture.strong.inner.tokens(for: account) == tokens) }
    #expect(fixture.weak.inner.accounts().isEmpty)
    #expect(fixture.strong.inner.currentAccount(of: "https://a.example")?.name == "grace")
    #expect(try await fixture.ladder().open().rung == "strong")
    // A repeated move does nothing.
    #expect(try await fixture.ladder().move(to: "strong").migration == nil)
  }

  @Test func `Before the first choice, a move is a choice`() async throws {
    let opened = try await fixture.ladder().move(to: "middle")
    #expect(opened.isNewChoice && opened.migration == nil)
    #expect(try await fixture.ladder().open().rung == "middle")
  }

  @Test func `A move that can't start changes nothing`() async throws {
    _ = try await fixture.ladder().open()
    _ = try fill(fixture.strong)
    let before = fixture.remembered
    fixture.middle.fail(.locked)
    await #expect(throws: TokenStoreError(.locked, place: "middle")) {
      _ = try await fixture.ladder().move(to: "middle")
    }
    await #expect(throws: TokenStoreError.self) { _ = try await fixture.ladder().move(to: "nowhere") }
    fixture.strong.fail(.locked)
    await #expect(throws: TokenStoreError.self) { _ = try await fixture.ladder().move(to: "weak") }
    #expect(fixture.remembered == before)
    #expect(fixture.strong.inner.accounts().count == 2)
  }

  @Test func `Two rungs of one place are rejected before anything is written: the copies would be deleted`()
    async throws
  {
    let (inner, faults) = (MemoryTokenStore(), StoreFaults())
    let location = StorageLocation(.file, place: "/tokens", protection: "None.")
    let rungs = ["passphrase", "key"].map { name in
      StorageRung(.file, name: name) { () throws(TokenStoreError) in
        FaultyTokenStore(inner, faults, location: location)
      }
    }
    let ada = try LadderFixture.account("ada")
    inner.save(LadderFixture.tokens("ada"), for: ada)
    let ladder = StorageLadder(rungs, rememberingIn: fixture.path)
    _ = try await ladder.open()
    let error = await #expect(throws: TokenStoreError.self) { _ = try await ladder.move(to: "key") }
    #expect(error?.kind == .failed)
    #expect(inner.tokens(for: ada) != nil)
    #expect(try await ladder.open().rung == "passphrase")
  }

  @Test(arguments: [StoreCall.checkSaving, .save, .accounts])
  func `A move whose destination takes nothing isn't recorded, and no command notices it`(
    _ call: StoreCall
  ) async throws {
    _ = try await fixture.ladder().use("weak")
    let all = try fill(fixture.weak)
    let before = fixture.remembered
    fixture.strong.faults.fail(next: call, with: TokenStoreError(.locked), times: .max)
    await #expect(throws: TokenStoreError(.locked)) { _ = try await fixture.ladder().move(to: "strong") }
    #expect(fixture.remembered == before)
    let opened = try await fixture.ladder().open()
    #expect(opened.rung == "weak" && opened.unfinishedMove == nil)
    #expect(fixture.weak.inner.accounts() == all.keys.sorted() && fixture.strong.inner.accounts().isEmpty)
    // Another destination works at once.
    #expect(try await fixture.ladder().move(to: "middle").migration?.movedAccounts.count == 2)
  }

  /// Interrupts a move when one of two accounts is in the destination.
  private func interrupt() async throws -> [Account: StoredTokens] {
    _ = try await fixture.ladder().use("weak")
    let all = try fill(fixture.weak)
    // The second account's copy fails, as with a full disk.
    fixture.strong.faults.fail(next: .save, with: TokenStoreError(.full), after: 1)
    await #expect(throws: TokenStoreError(.full)) { _ = try await fixture.ladder().move(to: "strong") }
    #expect(fixture.strong.inner.accounts().count == 1 && fixture.weak.inner.accounts().count == 1)
    #expect(try await fixture.ladder().survey().movingTo == "strong")
    return all
  }

  @Test func `The next opening finishes an interrupted move`() async throws {
    let all = try await interrupt()
    let opened = try await fixture.ladder().open()
    #expect(opened.rung == "strong" && opened.migration?.movedAccounts.count == 1 && opened.unfinishedMove == nil)
    for (account, tokens) in all { #expect(fixture.strong.inner.tokens(for: account) == tokens) }
    #expect(fixture.weak.inner.accounts().isEmpty)
    #expect(try await fixture.ladder().survey().movingTo == nil)
  }

  @Test func `While the destination saves nothing, both stores are read, and new tokens reach the destination later`()
    async throws
  {
    let all = try await interrupt()
    fixture.strong.faults.fail(next: .save, with: TokenStoreError(.readOnly), times: .max)
    fixture.strong.faults.fail(next: .delete, with: TokenStoreError(.readOnly), times: .max)
    let opened = try await fixture.ladder().open()
    #expect(opened.rung == "weak" && !opened.isNewChoice)
    #expect(opened.unfinishedMove?.destination == "strong" && opened.unfinishedMove?.problem.kind == .readOnly)
    #expect(try await opened.store.accounts() == all.keys.sorted())
    for (account, tokens) in all {
      #expect(try await opened.store.tokens(for: account) == tokens)
      try await opened.store.save(LadderFixture.tokens("new", seconds: 60), for: account)
      #expect(try await opened.store.tokens(for: account)?.accessToken == Secret("new"))
    }
    #expect(try await opened.store.currentAccount(of: "https://a.example")?.name == "grace")
    let new = try LadderFixture.account("new")
    try await opened.store.save(LadderFixture.tokens("new"), for: new)

    fixture.strong.faults.heal()
    let finished = try await fixture.ladder().open()
    #expect(finished.rung == "strong" && fixture.weak.inner.accounts().isEmpty)
    for account in all.keys + [new] {
      #expect(fixture.strong.inner.tokens(for: account)?.accessToken == Secret("new"))
    }
  }

  @Test func `While the destination can't be opened, the source is used, and what was moved is an error, not absent`()
    async throws
  {
    let all = try await interrupt()
    fixture.strong.fail(.locked)
    let opened = try #require(try await fixture.ladder().openChosen())
    #expect(opened.rung == "weak" && opened.unfinishedMove?.problem.kind == .locked)
    let here = fixture.weak.inner.accounts()
    #expect(try await opened.store.accounts() == here)
    for account in all.keys {
      if here.contains(account) {
        #expect(try await opened.store.tokens(for: account) == all[account])
      } else {
        await #expect(throws: TokenStoreError(.locked, place: "strong")) {
          _ = try await opened.store.tokens(for: account)
        }
        // Signing out must not claim that it removed these tokens.
        await #expect(throws: TokenStoreError(.locked, place: "strong")) { try await opened.store.delete(account) }
        // A new sign-in replaces them.
        try await opened.store.save(LadderFixture.tokens("new", seconds: 60), for: account)
        #expect(try await opened.store.tokens(for: account)?.accessToken == Secret("new"))
      }
    }
    fixture.strong.fail(nil)
    #expect(try await fixture.ladder().open().rung == "strong")
    #expect(fixture.strong.inner.accounts() == all.keys.sorted())
  }

  @Test func `An account that only an unreadable destination may have doesn't look signed out`() async throws {
    _ = try await interrupt()
    for account in fixture.weak.inner.accounts() { fixture.weak.inner.delete(account) }
    fixture.strong.fail(.denied)
    let opened = try await fixture.ladder().open()
    await #expect(throws: TokenStoreError(.denied, place: "strong")) { _ = try await opened.store.listing() }
  }

  @Test func `A move back cancels an interrupted move, and brings back what was moved`() async throws {
    let all = try await interrupt()
    let opened = try await fixture.ladder().move(to: "weak")
    #expect(opened.rung == "weak" && opened.migration?.movedAccounts.count == 1)
    for (account, tokens) in all { #expect(fixture.weak.inner.tokens(for: account) == tokens) }
    #expect(fixture.strong.inner.accounts().isEmpty)
    #expect(fixture.weak.inner.currentAccount(of: "https://a.example")?.name == "grace")
    let survey = try await fixture.ladder().survey()
    #expect(survey.chosenRung == "weak" && survey.movingTo == nil)
  }

  @Test func `A move back cancels even if the destination can't be opened, and says so`() async throws {
    let all = try await interrupt()
    fixture.strong.fail(.locked)
    let opened = try await fixture.ladder().move(to: "weak")
    #expect(opened.rung == "weak" && opened.migration?.problems == [TokenStoreError(.locked, place: "strong")])
    #expect(try await fixture.ladder().open().unfinishedMove == nil)
    // What is in the destination comes back with a later move.
    fixture.strong.fail(nil)
    #expect(try await fixture.ladder().move(to: "strong").rung == "strong")
    #expect(fixture.strong.inner.accounts() == all.keys.sorted())
  }

  @Test func `A destination that removes nothing still gives its tokens back`() async throws {
    let all = try await interrupt()
    fixture.strong.faults.fail(next: .delete, with: TokenStoreError(.readOnly), times: .max)
    let opened = try await fixture.ladder().move(to: "weak")
    #expect(opened.migration?.remainders.map(\.error) == [TokenStoreError(.readOnly)])
    #expect(fixture.weak.inner.accounts() == all.keys.sorted())
    #expect(try await fixture.ladder().open().rung == "weak")
  }

  @Test func `A source that saves nothing gets nothing back, and the move stays unfinished`() async throws {
    _ = try await interrupt()
    fixture.weak.faults.fail(next: .checkSaving, with: TokenStoreError(.readOnly))
    await #expect(throws: TokenStoreError(.readOnly)) { _ = try await fixture.ladder().move(to: "weak") }
    #expect(try await fixture.ladder().survey().movingTo == "strong")
    #expect(fixture.strong.inner.accounts().count == 1)
  }

  @Test func `A move to a third store takes along what was moved already, or fails and leaves the source`() async throws
  {
    let all = try await interrupt()
    #expect(try await fixture.ladder().move(to: "middle").rung == "middle")
    #expect(fixture.middle.inner.accounts() == all.keys.sorted())
    #expect(fixture.strong.inner.accounts().isEmpty && fixture.weak.inner.accounts().isEmpty)
  }

  @Test func `A move to a third store fails while the second one may have tokens, and works when it is repeated`()
    async throws
  {
    _ = try await interrupt()
    fixture.strong.fail(.locked)
    await #expect(throws: TokenStoreError(.locked, place: "strong")) {
      _ = try await fixture.ladder().move(to: "middle")
    }
    #expect(try await fixture.ladder().open().rung == "weak")
    #expect(try await fixture.ladder().move(to: "middle").rung == "middle")
  }

  /// The process dies at the n-th call of either store, before the call or after it, for each n.
  @Test(arguments: [false, true])
  func `A process that dies at any step of a move leaves all tokens readable, and either way out works`(
    _ isDone: Bool
  ) async throws {
    for isCancelled in [false, true] {
      var step = 0
      while true {
        let fixture = LadderFixture()
        let faults = StoreFaults()
        let (strong, weak) = (Rung("strong", faults), Rung("weak", faults))
        let ladder = fixture.ladder([strong, weak])
        _ = try await ladder.use("weak")
        let all = try fill(weak)
        let died = TokenStoreError(.failed, cause: "died")
        faults.fail(next: nil, with: died, after: step, done: isDone)
        faults.fail(next: nil, with: died, times: .max)
        let result: Result<OpenedStorage, any Error>
        do { result = .success(try await ladder.move(to: "strong")) } catch { result = .failure(error) }
        faults.heal()
        let words: Comment = "step \(step), done: \(isDone), cancelled: \(isCancelled)"
        let opened = try await isCancelled ? ladder.move(to: "weak") : ladder.open()
        for (account, tokens) in all { #expect(try await opened.store.tokens(for: account) == tokens, words) }
        #expect(try await opened.store.accounts() == all.keys.sorted(), words)
        #expect(opened.unfinishedMove == nil, words)
        let survey = try await ladder.survey()
        #expect(survey.movingTo == nil && survey.chosenRung == opened.rung, words)
        #expect(try await opened.store.currentAccount(of: "https://a.example")?.name == "grace", words)
        if case .success = result { break }
        step += 1
      }
      #expect(step > 10)
    }
  }
}
