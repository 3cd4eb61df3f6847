import Foundation
import Subprocess
import SystemPackage
import Testing

/// `pixy serve` as a separate process.
enum ServedPixy {
  /// The output before the server listened.
  struct Said: Sendable {
    /// The rest of each line, by its first word.
    var words: [String: String] = [:]
    /// All lines.
    var lines: [String] = []
    /// Sends a signal to the server.
    var send: @Sendable (Signal) throws -> Void = { _ in }

    subscript(_ word: String) -> String? { words[word] }

    /// The issuer, once it was printed.
    var issuer: String {
      get throws { try #require(words["Issuer"], "\(lines)") }
    }
  }

  /// Starts the server, runs `body` when it listens, sends a signal, and waits for the exit.
  /// - Parameters:
  ///   - arguments: The arguments after `pixy serve`.
  ///   - signal: The signal that stops the server. Default: SIGINT.
  ///   - word: A word of the line that the signal waits for. Default: none, it follows `body`.
  /// - Returns: The exit status, and the whole output.
  @discardableResult
  static func running(
    _ arguments: [String], input: String = "", environment: [Environment.Key: String?] = [:],
    endedBy signal: Signal = .interrupt, after word: String? = nil,
    _ body: @escaping @Sendable (Said) async throws -> Void
  ) async throws -> (TerminationStatus, Said) {
    let result = try await run(
      .path(FilePath(Repository.pixy)), arguments: Arguments(["serve"] + arguments),
      environment: .inherit.updating(Home.shared.environment).updating(environment),
      input: .fileDescriptor(try StandardInput.holding(input), closeAfterSpawningProcess: true), output: .discarded,
      error: .sequence
    ) { execution in
      var said = Said()
      said.send = { try execution.send(signal: $0) }
      var listens = false
      for try await line in execution.standardError.strings() {
        said.lines.append(line.trimmingCharacters(in: .whitespacesAndNewlines))
        let words = line.split(separator: " ", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
        if words.count == 2 { said.words[words[0]] = words[1] }
        if line.hasPrefix("Everything") || line.contains("The server listens") {
          listens = true
          try await body(said)
          if word == nil { try execution.send(signal: signal) }
        } else if listens, let word, line.contains(word) {
          try execution.send(signal: signal)
        }
      }
      #expect(listens, "\(said.lines)")
      return said
    }
    return (result.terminationStatus, result.closureResult)
  }
}

/// A temporary folder with mode 0700, which is removed with the last reference.
final class TemporaryFolder: Sendable {
  let path: String

  /// The path of the database.
  var database: String { path + "/pixy.db" }

  init() throws {
    path = NSTemporaryDirectory() + "pixy-serve-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file that only its owner can read, and returns its path.
  func secret(_ name: String, _ text: String) throws -> String {
    let path = try file(name, text)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    return path
  }

  /// Writes a file and returns its path.
  func file(_ name: String, _ text: String) throws -> String {
    try Data(text.utf8).write(to: URL(filePath: path + "/" + name))
    return path + "/" + name
  }
}
