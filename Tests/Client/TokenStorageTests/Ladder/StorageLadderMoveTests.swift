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

  @Test func `The next opening finishes an interrupted move, and until then no store is opened`() async throws {
    _ = try await fixture.ladder().use("weak")
    let all = try fill(fixture.weak)
    // The second account's copy fails, as with a full disk.
    fixture.strong.faults.fail(next: .save, with: TokenStoreError(.full), after: 1, times: 2)
    await #expect(throws: TokenStoreError(.full)) { _ = try await fixture.ladder().move(to: "strong") }
    #expect(fixture.strong.inner.accounts().count == 1 && fixture.weak.inner.accounts().count == 1)
    #expect(try await fixture.ladder().survey().movingTo == "strong")
    // Neither store has all tokens, so neither is opened.
    await #expect(throws: TokenStoreError(.full)) { _ = try await fixture.ladder().open() }
    let opened = try await fixture.ladder().open()
    #expect(opened.rung == "strong" && opened.migration?.movedAccounts.count == 1)
    for (account, tokens) in all { #expect(fixture.strong.inner.tokens(for: account) == tokens) }
    #expect(fixture.weak.inner.accounts().isEmpty)
    #expect(try await fixture.ladder().survey().movingTo == nil)
  }

  @Test func `A move that can't be finished can be abandoned by name`() async throws {
    _ = try await fixture.ladder().use("weak")
    let all = try fill(fixture.weak)
    fixture.strong.faults.fail(next: .save, with: TokenStoreError(.full), times: .max)
    await #expect(throws: TokenStoreError(.full)) { _ = try await fixture.ladder().move(to: "strong") }
    await #expect(throws: TokenStoreError(.full)) { _ = try await fixture.ladder().move(to: "middle") }
    #expect(try await fixture.ladder().use("weak").rung == "weak")
    #expect(try await fixture.ladder().open().rung == "weak")
    #expect(fixture.weak.inner.accounts() == all.keys.sorted())
  }
}
