import OAuthCore
import OAuthTestSupport
import Testing
import TokenStorage

@Suite struct StorageLadderTests {
  let fixture = LadderFixture()

  private func error(
    at location: SourceLocation = #_sourceLocation, _ body: () async throws -> OpenedStorage
  ) async throws -> TokenStoreError {
    try await #require(throws: TokenStoreError.self, sourceLocation: location) { try await body() }
  }

  @Test func `The strongest usable store is chosen, and the choice is recorded`() async throws {
    let opened = try await fixture.ladder().open()
    #expect(opened.rung == "strong" && opened.isNewChoice && opened.passedOver.isEmpty)
    #expect(opened.store.location.place == "at strong")
    #expect(fixture.middle.openings == 0)
    let again = try await fixture.ladder().open()
    #expect(again.rung == "strong" && !again.isNewChoice)
    #expect(fixture.remembered?.contains(#""store":"strong""#) == true)
  }

  @Test func `A read-only opening opens the chosen store, and chooses nothing`() async throws {
    #expect(try await fixture.ladder().openChosen()?.rung == nil)
    #expect(fixture.remembered == nil && fixture.strong.openings == 0)
    _ = try await fixture.ladder().open()
    let opened = try #require(try await fixture.ladder().openChosen())
    #expect(opened.rung == "strong" && !opened.isNewChoice)
    fixture.strong.fail(.locked)
    await #expect(throws: TokenStoreError.self) { try await fixture.ladder().openChosen() }
  }

  // Peers have no usable store on a headless Linux machine, or wait for a keyring that hangs. Pixy
  // waits three seconds.
  @Test(arguments: [
    TokenStoreError.Kind.absent, .locked, .denied, .timedOut, .busy, .full, .readOnly, .failed,
  ])
  func `The first choice skips unusable stores, and reports them`(_ kind: TokenStoreError.Kind) async throws {
    fixture.strong.fail(kind)
    fixture.middle.faults.fail(next: .accounts, with: TokenStoreError(kind, place: "middle"))
    let opened = try await fixture.ladder().open()
    #expect(opened.rung == "weak" && opened.isNewChoice)
    #expect(opened.passedOver.map(\.rung) == ["strong", "middle"])
    #expect(opened.passedOver.map(\.problem?.kind) == [kind, kind])
    #expect("\(opened.passedOver)".contains("strong: "))
  }

  // KeePassXC 2.7.4 lists its items, and answered each save with a prompt that Pixy refused.
  @Test func `A store that can be listed but saves nothing isn't chosen, nor taken at the user's wish`() async throws {
    fixture.strong.faults.fail(next: .checkSaving, with: TokenStoreError(.locked, place: "strong"), times: .max)
    let opened = try await fixture.ladder().open()
    #expect(opened.rung == "middle" && opened.passedOver.map(\.problem?.kind) == [.locked])
    #expect(try await error { try await fixture.ladder().use("strong") }.kind == .locked)
    #expect(try await fixture.ladder().open().rung == "middle")
    // A look at the stores saves nothing.
    let calls = fixture.strong.faults.count(of: .checkSaving)
    _ = try await fixture.ladder().survey()
    #expect(fixture.strong.faults.count(of: .checkSaving) == calls)
  }

  @Test(arguments: [TokenStoreError.Kind.wrongKey, .damaged, .newerFormat, .unsafePlace])
  func `The first choice stops at a store that may have unreadable tokens`(_ kind: TokenStoreError.Kind) async throws {
    fixture.strong.fail(.absent)
    fixture.middle.fail(kind)
    #expect(try await error { try await fixture.ladder().open() }.kind == kind)
    #expect(fixture.weak.openings == 0 && fixture.remembered == nil)
  }

  @Test func `Without a usable store nothing is chosen, and the error is that of the last store there is`() async throws
  {
    fixture.strong.fail(.absent)
    fixture.middle.fail(.locked)
    fixture.weak.fail(.readOnly)
    let error = try await error { try await fixture.ladder().open() }
    #expect(error.kind == .readOnly && error.place == "weak")
    #expect(fixture.remembered == nil)
    fixture.middle.fail(.absent)
    fixture.weak.fail(.absent)
    let absent = try await self.error { try await fixture.ladder().open() }
    #expect(absent.kind == .absent)
    #expect(absent.explanation.contains("strong: store_absent, middle: store_absent, weak: store_absent"))
    let none = try await self.error { try await fixture.ladder([]).open() }
    #expect(none.explanation.contains("no store is allowed"))
  }

  // The tokens would seem lost, and new ones would go to a weaker place.
  @Test(arguments: TokenStoreError.Kind.allCases)
  func `A chosen store is never replaced by another one, whatever its failure`(
    _ kind: TokenStoreError.Kind
  ) async throws {
    _ = try await fixture.ladder().open()
    let before = fixture.remembered
    fixture.strong.fail(kind)
    let error = try await error { try await fixture.ladder().open() }
    #expect(error.kind == kind && !error.remedy.isEmpty)
    #expect(fixture.middle.openings == 0 && fixture.weak.openings == 0)
    #expect(fixture.remembered == before)
    fixture.strong.fail(nil)
    #expect(try await fixture.ladder().open().rung == "strong")
  }

  @Test func `A choice that this program doesn't know is an error, not a new choice`() async throws {
    _ = try await fixture.ladder().open()
    let error = try await error { try await fixture.ladder([fixture.middle, fixture.weak]).open() }
    #expect(error.kind == .absent && error.place == "strong")
    #expect(fixture.middle.openings == 0)
  }

  @Test func `A stronger store that appears later changes nothing, and the survey reports it`() async throws {
    fixture.strong.fail(.absent)
    _ = try await fixture.ladder().open()
    #expect(try await fixture.ladder().survey().better == nil)
    fixture.strong.fail(nil)
    fixture.weak.fail(.locked)
    #expect(try await fixture.ladder().open().rung == "middle")
    let survey = try await fixture.ladder().survey()
    #expect(survey.chosenRung == "middle" && survey.better?.rung == "strong" && survey.movingTo == nil)
    #expect(survey.findings.map(\.problem?.kind) == [nil, nil, .locked])
    #expect(survey.findings.map(\.location?.place) == ["at strong", "at middle", nil])
    #expect(try await fixture.ladder().open().rung == "middle")
  }

  @Test func `A survey before the first choice chooses nothing`() async throws {
    let survey = try await fixture.ladder().survey()
    #expect(survey.chosenRung == nil && survey.better == nil && survey.findings.count == 3)
    #expect(fixture.remembered == nil)
  }

  @Test func `The user's choice is applied only if the store is usable`() async throws {
    _ = try await fixture.ladder().open()
    #expect(try await fixture.ladder().use("weak").rung == "weak")
    #expect(try await fixture.ladder().open().rung == "weak")
    fixture.middle.faults.fail(next: .accounts, with: TokenStoreError(.readOnly))
    #expect(try await error { try await fixture.ladder().use("middle") }.kind == .readOnly)
    #expect(try await error { try await fixture.ladder().use("nothing") }.kind == .absent)
    #expect(try await fixture.ladder().open().rung == "weak")
  }

  // A keyring that hangs gets three seconds.
  @Test func `A store that hangs is skipped after its limit, and its late result changes nothing`() async throws {
    let clock = HourglassClock()
    let gate = Gate()
    fixture.strong.hang(gate)
    let ladder = fixture.ladder([fixture.strong], clock: clock)
    let opening = Task { try await ladder.open() }
    await gate.arrived()
    await clock.gate.arrived()
    clock.gate.open()
    let error = await #expect(throws: TokenStoreError.self) { _ = try await opening.value }
    #expect(error?.kind == .timedOut && error?.place == "strong")
    gate.open()
    #expect(fixture.remembered == nil)
  }

  @Test func `A chosen store that hangs is an error after its limit, and works again when it responds`() async throws {
    _ = try await fixture.ladder().open()
    let clock = HourglassClock()
    let gate = Gate()
    fixture.strong.hang(gate)
    let ladder = fixture.ladder(clock: clock)
    let opening = Task { try await ladder.open() }
    await gate.arrived()
    await clock.gate.arrived()
    clock.gate.open()
    let error = await #expect(throws: TokenStoreError.self) { _ = try await opening.value }
    #expect(error == TokenStoreError(.timedOut, place: "strong") && fixture.middle.openings == 0)
    gate.open()
    #expect(try await fixture.ladder().open().rung == "strong")
  }

  @Test func `A cancelled task doesn't wait for a store that hangs`() async throws {
    let gate = Gate()
    fixture.strong.hang(gate)
    let ladder = fixture.ladder(clock: HourglassClock())
    let task = Task { try await ladder.open() }
    await gate.arrived()
    task.cancel()
    await #expect(throws: CancellationError.self) { _ = try await task.value }
    #expect(fixture.remembered == nil)
    gate.open()
  }

  @Test func `Many tasks that choose at once choose once`() async throws {
    let ladder = fixture.ladder()
    let opened = try await withThrowingTaskGroup(of: OpenedStorage.self) { group in
      for _ in 0..<20 { group.addTask { try await ladder.open() } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(opened.count { $0.isNewChoice } == 1 && opened.allSatisfy { $0.rung == "strong" })
    #expect(fixture.strong.faults.count(of: .accounts) == 1)
  }
}
