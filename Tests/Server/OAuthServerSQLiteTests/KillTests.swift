import Foundation
import GRDB
import HTTPTypes
import Logging
import OAuthCore
import OAuthServer
@testable import OAuthServerSQL
@testable import OAuthServerSQLite
import OAuthTestSupport
import Subprocess
import SystemPackage
import Testing

/// A server process that is killed while it answers clients.
@Suite(.serialized)
struct KillTests {
  private static let rounds = ProcessInfo.processInfo.environment["PIXY_SERVER_KILL_ROUNDS"].flatMap { Int($0) } ?? 20

  /// Sends `kill -9` at random moments under load. The environment variable `PIXY_SERVER_KILL_ROUNDS` has
  /// the number of rounds. Default: 20.
  @Test
  func `Every answer that a client received holds after the server was killed`() async throws {
    let temporary = try TemporaryDatabase()
    let random = SeededRandomSource(seed: 9)
    var told = ToldTokens()
    for round in 0..<Self.rounds {
      let drawn = random.bytes(4).reduce(0) { $0 << 8 | Int($1) }
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

  /// Starts the server, and kills it once it has written a number of lines.
  /// - Returns: The complete lines that the process wrote.
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
    // The last line may be incomplete.
    let end = text.lastIndex(of: 0x0A) ?? 0
    return String(decoding: text[..<end], as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// The program `server-process`, which the build puts beside the tests.
  private static var program: URL {
    get throws {
      var folder = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
      while folder.path().count > 1 {
        folder = folder.deletingLastPathComponent()
        let program = folder.appending(path: "server-process")
        if FileManager.default.isExecutableFile(atPath: program.path()) { return program }
      }
      throw CocoaError(.fileNoSuchFile)
    }
  }
}
