import Foundation
import GRDB
import HTTPTypes
import Logging
import OAuthCore
import OAuthServer
@testable import OAuthServerSQLite
import OAuthTestSupport
import Subprocess
import SystemPackage
import Testing

/// A real process that answers clients and is killed while it does.
@Suite(.serialized)
struct KillTests {
  private static let rounds = ProcessInfo.processInfo.environment["PIXY_KILL_ROUNDS"].flatMap { Int($0) } ?? 20

  /// `kill -9` at random moments under load. How often is in `PIXY_KILL_ROUNDS`.
  @Test
  func `What a client was told before the server was killed is true after it`() async throws {
    let temporary = try TemporaryDatabase()
    let random = SeededRandomSource(seed: 9)
    var told = ToldTokens()
    for round in 0..<Self.rounds {
      let drawn = random.octets(4).reduce(0) { $0 << 8 | Int($1) }
      var news = ToldTokens()
      for line in try await Self.serveUntilKilled(temporary.path, lines: drawn % 400) { news.hear(line) }
      let database = try await temporary.open()
      let problems = try await news.problems(database, in: round)
      #expect(problems.isEmpty, "\(problems)")
      told.add(news)
    }
    let database = try await temporary.open()
    let problems = try await told.problems(database, in: Self.rounds)
    #expect(problems.isEmpty, "\(problems.prefix(10))")
    let isSound = try await database.work.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") }
    #expect(isSound == "ok")
    print("kill -9: \(Self.rounds) rounds: \(told.summary)")
    if Self.rounds >= 100 { #expect(told.wasUnderWay > 0) }
  }

  /// - Returns: all lines that the process wrote.
  private static func serveUntilKilled(_ path: String, lines: Int) async throws -> [String] {
    let served = try await run(
      .path(FilePath(program.path())), arguments: [path], input: .none, output: .sequence, error: .currentStandardError
    ) { execution in
      var pieces = execution.standardOutput.makeAsyncIterator()
      var text: [UInt8] = []
      while text.count(where: { $0 == 0x0A }) < lines, let piece = try await pieces.next() {
        text += unsafe piece.withUnsafeBytes { unsafe Array($0) }
      }
      try execution.send(signal: .kill)
      while let piece = try await pieces.next() { text += unsafe piece.withUnsafeBytes { unsafe Array($0) } }
      return text
    }
    #expect(served.terminationStatus == .signaled(Signal.kill.rawValue), "the process failed by itself")
    let text = served.closureResult
    // The last line may have been cut off.
    let end = text.lastIndex(of: 0x0A) ?? 0
    return String(decoding: text[..<end], as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Beside the tests themselves.
  private static var program: URL {
    get throws {
      var folder = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
      while folder.path().count > 1 {
        folder = folder.deletingLastPathComponent()
        let program = folder.appending(path: "server-store-process")
        if FileManager.default.isExecutableFile(atPath: program.path()) { return program }
      }
      throw CocoaError(.fileNoSuchFile)
    }
  }
}
