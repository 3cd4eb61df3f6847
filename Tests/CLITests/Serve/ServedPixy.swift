import Foundation
import Subprocess
import SystemPackage
import Testing

/// `pixy serve` as a process of its own.
enum ServedPixy {
  /// What it said before it listened.
  struct Said: Sendable {
    /// Each line after its first word, by that word.
    var words: [String: String] = [:]
    /// Everything, line by line.
    var lines: [String] = []

    subscript(_ word: String) -> String? { words[word] }

    /// The address of the server, once it said it.
    var issuer: String {
      get throws { try #require(words["Issuer"], "\(lines)") }
    }
  }

  /// Starts it, gives what it says to `body` when it listens, sends it a signal, and waits until it is gone.
  /// - Parameters:
  ///   - arguments: what stands after `pixy serve`.
  ///   - signal: what ends it; a terminal's Ctrl-C unless said.
  /// - Returns: how it ended, and all that it said.
  @discardableResult
  static func running(
    _ arguments: [String], input: String = "", environment: [Environment.Key: String?] = [:],
    endedBy signal: Signal = .interrupt, _ body: @escaping @Sendable (Said) async throws -> Void
  ) async throws -> (TerminationStatus, Said) {
    let result = try await run(
      .path(FilePath(Repository.pixy)), arguments: Arguments(["serve"] + arguments),
      environment: .inherit.updating(environment),
      input: .fileDescriptor(try StandardInput.holding(input), closeAfterSpawningProcess: true), output: .discarded,
      error: .sequence
    ) { execution in
      var said = Said()
      var listens = false
      for try await line in execution.standardError.strings() {
        said.lines.append(line.trimmingCharacters(in: .whitespacesAndNewlines))
        let words = line.split(separator: " ", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
        if words.count == 2 { said.words[words[0]] = words[1] }
        if line.hasPrefix("Everything") || line.contains("The server listens") {
          listens = true
          try await body(said)
          try execution.send(signal: signal)
        }
      }
      #expect(listens, "\(said.lines)")
      return said
    }
    return (result.terminationStatus, result.closureResult)
  }
}

/// A folder of a test's own, for its owner alone, which goes with the last reference.
final class TemporaryFolder: Sendable {
  let path: String

  /// Where its database is.
  var database: String { path + "/pixy.db" }

  init() throws {
    path = NSTemporaryDirectory() + "pixy-serve-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file and gives its path.
  func file(_ name: String, _ text: String) throws -> String {
    try Data(text.utf8).write(to: URL(filePath: path + "/" + name))
    return path + "/" + name
  }
}
