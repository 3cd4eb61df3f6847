import Foundation
import OAuthTestSupport
import PKCE
import Subprocess
import SystemPackage
import Testing

@testable import TokenStorage

/// Processes that are killed while they write.
@Suite(.serialized)
struct KillTests {
  private static let rounds = ProcessInfo.processInfo.environment["PIXY_KILL_ROUNDS"].flatMap { Int($0) } ?? 50

  /// Runs `kill -9` at random moments during writes. The store must always open, with the old or
  /// the new token, never with none or with a damaged one. `PIXY_KILL_ROUNDS` sets the number of
  /// rounds; two writers run at a time.
  @Test(arguments: ["write", "prepare"])
  func `A writer that is killed at any moment leaves the last tokens that it saved, or the next ones`(
    _ mode: String
  ) async throws {
    try await withThrowingTaskGroup { group in
      for half in 0..<2 {
        group.addTask { try await kill(mode, rounds: (Self.rounds + half) / 2, seed: UInt64(half + 1)) }
      }
      var outcome = Outcome()
      for try await half in group { outcome += half }
      print(
        "kill -9 (\(mode)): \(Self.rounds) rounds: \(outcome.old) kept the last saved, \(outcome.new) the next;"
          + " \(outcome.leftovers) files were left half written")
      // Each round checks its own expectations. This one checks that the random moments covered all
      // outcomes.
      if Self.rounds >= 200 { #expect(outcome.leftovers > 0 && outcome.old > 0 && outcome.new > 0) }
    }
  }

  /// Runs `kill -9` at random moments during moves between two stores. Both accounts must always be
  /// readable, and the next opening finishes the move.
  @Test func `A move that is killed at any moment leaves all tokens, and is finished or was never begun`() async throws
  {
    let folder = try TemporaryFolder(onDisk: true)
    let rungs = ["one", "two"].map { (name: String) in
      StorageRung(.file, name: name) { () throws(TokenStoreError) in
        try FileTokenStore(folder: folder.appending(name), key: .keyFile(folder.appending("keys/\(name)")))
      }
    }
    let ladder = StorageLadder(rungs, rememberingIn: folder.appending("choice"))
    let store = try await ladder.open().store
    let all = [TestStore.ada: TestStore.tokens(1), TestStore.grace: TestStore.tokens(2)]
    for (account, tokens) in all { try await store.save(tokens, for: account) }
    try await store.setCurrentAccount(TestStore.grace)
    let random = SeededRandomSource(seed: 3)
    var unfinished = 0
    for round in 0..<Self.rounds {
      let drawn = random.bytes(4).reduce(0) { $0 << 8 | UInt64($1) }
      // A move takes 15 ms on a fast disk, and 100 on a busy machine. The random moment covers all of it.
      _ = try await runUntilKilled([folder.path], lines: Int(drawn % 3), spin: drawn / 4 % 150_000)
      if try await ladder.survey().movingTo != nil { unfinished += 1 }
      let opened = try await ladder.open()
      #expect(try await opened.store.accounts() == all.keys.sorted(), "round \(round)")
      for (account, tokens) in all { #expect(try await opened.store.tokens(for: account) == tokens, "round \(round)") }
      #expect(try await opened.store.currentAccount(of: TestStore.ada.provider) == TestStore.grace, "round \(round)")
    }
    print("kill -9 (move): \(Self.rounds) rounds: \(unfinished) left an unfinished move")
    if Self.rounds >= 200 { #expect(unfinished > 0) }
  }

  private struct Outcome {
    var old = 0
    var new = 0
    var leftovers = 0

    static func += (left: inout Outcome, right: Outcome) {
      left.old += right.old
      left.new += right.new
      left.leftovers += right.leftovers
    }
  }

  private func kill(_ mode: String, rounds: Int, seed: UInt64) async throws -> Outcome {
    let test = try TestStore(.keyFile, onDisk: true)
    let random = SeededRandomSource(seed: seed)
    var outcome = Outcome()
    var next = 1
    for round in 0..<rounds {
      // A process starts in 30 ms and saves in at most 15 ms. The random moment covers both.
      let drawn = random.bytes(4).reduce(0) { $0 << 8 | UInt64($1) }
      let lines = Int(drawn % 4)
      let spin = drawn / 4 % (lines == 0 ? 60_000 : 20_000)
      let printed = try await writeUntilKilled(test, mode, from: next, lines: lines, spin: spin)
      let left = try leftovers(test).count
      let store = try test.open()
      // The lock finishes an interrupted save.
      let tokens = try await store.withLock(on: TestStore.ada) { try await store.tokens(for: TestStore.ada) }
      // The store may be empty only if the writer reported no save.
      let last = printed ?? next - 1
      let kept = TestStore.number(tokens) ?? 0
      #expect(kept == last || kept == last + 1, "round \(round): \(last) was saved, and \(kept) is there")
      if let tokens { #expect(tokens == TestStore.tokens(kept), "torn") }
      if kept == last { outcome.old += 1 } else { outcome.new += 1 }
      outcome.leftovers += left
      try await test.open().save(TestStore.tokens(kept + 1), for: TestStore.ada)
      #expect(try leftovers(test).isEmpty)
      next = kept + 2
    }
    return outcome
  }

  /// Starts a writer and kills it.
  ///
  /// - Returns: The last number that the writer printed.
  private func writeUntilKilled(
    _ test: TestStore, _ mode: String, from first: Int, lines: Int, spin: UInt64
  ) async throws -> Int? {
    try await runUntilKilled(
      [test.tokens, test.folder.appending("config/token-key"), mode, "ada", "\(first)"], lines: lines, spin: spin
    ).flatMap { Int($0) }
  }

  /// Starts the process and kills it.
  ///
  /// - Parameters:
  ///   - lines: The number of lines after which the process is killed.
  ///   - spin: The further time until then, in microseconds.
  /// - Returns: The last line that the process printed.
  private func runUntilKilled(_ arguments: [String], lines: Int, spin: UInt64) async throws -> String? {
    let written = try await run(
      .path(FilePath(Self.writer.path())), arguments: Arguments(arguments), input: .none,
      output: .sequence, error: .currentStandardError
    ) { execution in
      var pieces = execution.standardOutput.makeAsyncIterator()
      var text: [UInt8] = []
      while text.count(where: { $0 == 0x0A }) < lines, let piece = try await pieces.next() {
        text += unsafe piece.withUnsafeBytes { unsafe Array($0) }
      }
      // Not a sleep: the moment needs a finer resolution than the scheduler's.
      let start = ContinuousClock.now
      while ContinuousClock.now - start < .microseconds(spin) {}
      try execution.send(signal: .kill)
      while let piece = try await pieces.next() { text += unsafe piece.withUnsafeBytes { unsafe Array($0) } }
      return text
    }
    #expect(written.terminationStatus == .signaled(Signal.kill.rawValue), "the process failed by itself")
    return String(decoding: written.closureResult, as: UTF8.self).split(separator: "\n").last.map(String.init)
  }

  private func leftovers(_ test: TestStore) throws -> [String] {
    guard FileManager.default.fileExists(atPath: test.tokens) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: test.tokens).filter {
      PrivateFiles.isNewName($0) || $0.hasSuffix(PreparedFile.suffix)
    }
  }

  /// The writer's executable, next to the tests'.
  private static var writer: URL {
    get throws {
      var folder = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
      while folder.path().count > 1 {
        folder = folder.deletingLastPathComponent()
        let writer = folder.appending(path: "store-process")
        if FileManager.default.isExecutableFile(atPath: writer.path()) { return writer }
      }
      throw CocoaError(.fileNoSuchFile)
    }
  }
}
