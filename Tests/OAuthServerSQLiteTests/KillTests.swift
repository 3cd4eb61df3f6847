#if SQLite
import Foundation
import GRDB
import HTTPTypes
import Logging
import OAuthCore
import OAuthServer
@testable import OAuthServerSQLite
import OAuthTestSupport
import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

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
      for line in try Self.serveUntilKilled(temporary.path, lines: drawn % 400) { news.hear(line) }
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
  private static func serveUntilKilled(_ path: String, lines: Int) throws -> [String] {
    let process = Process()
    process.executableURL = try program
    process.arguments = [path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    try output.fileHandleForWriting.close()
    let reading = output.fileHandleForReading
    var text: [UInt8] = []
    var count = 0
    while count < lines {
      let piece = reading.availableData
      guard !piece.isEmpty else { break }
      count += piece.count { $0 == 0x0A }
      text += piece
    }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal, "the process failed by itself")
    text += reading.readDataToEndOfFile()
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
#endif
