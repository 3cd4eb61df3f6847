import Foundation
import Synchronization

/// A program that a test has started and speaks with, line by line.
///
/// `@unchecked`: its pipes are used by one task at a time, on a thread of this object's own; `Process` is only started, signalled
/// and waited for.
final class StartedProcess: @unchecked Sendable {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let queue = DispatchQueue(label: "started-process")
  private var unread: [UInt8] = []

  /// Starts a program that was built together with the tests.
  init(_ name: String, _ arguments: [String]) throws {
    var folder = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
    while !FileManager.default.isExecutableFile(atPath: folder.appending(path: name).path()),
      folder.pathComponents.count > 1
    {
      folder.deleteLastPathComponent()
    }
    process.executableURL = folder.appending(path: name)
    process.arguments = arguments
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    // Otherwise the end of the program's output would never come.
    try output.fileHandleForWriting.close()
  }

  func write(_ line: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
  }

  /// The next line of its output, or `nil` at the end.
  func line() async -> String? {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: self.readLine()) }
    }
  }

  private func readLine() -> String? {
    while true {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        defer { unread.removeSubrange(...end) }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      let part = output.fileHandleForReading.availableData
      guard !part.isEmpty else { return nil }
      unread += part
    }
  }

  /// Ends it as nobody can refuse, and waits until it is gone.
  func kill() async {
    Foundation.kill(process.processIdentifier, SIGKILL)
    await end()
  }

  /// Closes its input and waits until it is gone.
  func end() async {
    try? input.fileHandleForWriting.close()
    await withCheckedContinuation { continuation in
      queue.async {
        self.process.waitUntilExit()
        continuation.resume()
      }
    }
  }
}
