#if os(Linux)
import Foundation
import Glibc

@testable import PixyAuth

/// A running refresh process, as the kernel describes it.
struct FoundWorker {
  let identifier: pid_t

  private var place: String { "/proc/\(identifier)/" }

  /// Returns the refresh processes of a user's folders.
  static func all(in home: Home) throws -> [FoundWorker] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { pid_t($0) }
      .map(FoundWorker.init(identifier:)).filter { worker in
        // A process may end meanwhile.
        guard let arguments = try? worker.arguments, arguments.last == RefreshOrder.argument else { return false }
        return (try? worker.environment.contains("HOME=\(home.path)\0")) ?? false
      }
  }

  var arguments: [String] {
    get throws { try text("cmdline").split(separator: "\0").map(String.init) }
  }

  /// The environment variables, each with a final zero.
  var environment: String {
    get throws { try text("environ") }
  }

  /// The lines of the file `status`, by their names.
  var status: [String: String] {
    get throws {
      Dictionary(
        try text("status").split(separator: "\n").compactMap { line in
          let parts = line.split(separator: ":\t", maxSplits: 1)
          return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
        }, uniquingKeysWith: { $1 })
    }
  }

  /// The session's identifier.
  var session: pid_t? {
    // The name of the program in parentheses may have spaces.
    get throws {
      try text("stat").split(separator: ")").last?.split(separator: " ").dropFirst(3).first.flatMap { pid_t($0) }
    }
  }

  /// The open files by their numbers.
  var files: [Int: String] {
    get throws {
      var files: [Int: String] = [:]
      for name in try FileManager.default.contentsOfDirectory(atPath: place + "fd") {
        guard let number = Int(name) else { continue }
        files[number] = try FileManager.default.destinationOfSymbolicLink(atPath: place + "fd/" + name)
      }
      return files
    }
  }

  func kill() { _ = Glibc.kill(identifier, SIGKILL) }

  private func text(_ name: String) throws -> String {
    let handle = try FileHandle(forReadingFrom: URL(filePath: place + name))
    defer { try? handle.close() }
    return String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self)
  }
}
#endif
