import Foundation
import Subprocess
import SystemPackage
import Testing

/// A program that a test has started, with line-based input and output. It is killed when the
/// object is released.
final class StartedProcess: Sendable {
  private enum Order {
    case write(String)
    case kill
  }

  private let orders: AsyncStream<Order>.Continuation
  private let lines: AsyncStream<String>
  private let work: Task<TerminationStatus, any Error>

  /// Starts a program that was built together with the tests.
  init(_ name: String, _ arguments: [String]) {
    var folder = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
    while !FileManager.default.isExecutableFile(atPath: folder.appending(path: name).path()),
      folder.pathComponents.count > 1
    {
      folder.deleteLastPathComponent()
    }
    let program = FilePath(folder.appending(path: name).path())
    let (orders, giving) = AsyncStream<Order>.makeStream()
    let (lines, hearing) = AsyncStream<String>.makeStream()
    self.orders = giving
    self.lines = lines
    // Unstructured on purpose: a test uses many processes at a time, and ends each at any time.
    work = Task {
      defer { hearing.finish() }
      return try await run(
        .path(program), arguments: Arguments(arguments), input: .inputWriter, output: .sequence,
        error: .currentStandardError
      ) { execution in
        try await withThrowingTaskGroup { group in
          group.addTask {
            for await order in orders {
              switch order {
              case .write(let line): _ = try await execution.standardInputWriter.write(line + "\n")
              case .kill: try execution.send(signal: .kill)
              }
            }
            try await execution.standardInputWriter.finish()
          }
          for try await line in execution.standardOutput.strings() {
            hearing.yield(line.trimmingCharacters(in: .newlines))
          }
          giving.finish()
          try await group.waitForAll()
        }
      }.terminationStatus
    }
  }

  deinit { work.cancel() }

  func write(_ line: String) {
    orders.yield(.write(line))
  }

  /// Returns the next line of the output; `nil` at its end.
  func line() async -> String? {
    var iterator = lines.makeAsyncIterator()
    return await iterator.next()
  }

  /// Sends SIGKILL, and waits until the process has ended.
  func kill() async throws {
    orders.yield(.kill)
    orders.finish()
    #expect(try await work.value == .signaled(Signal.kill.rawValue))
  }

  /// Closes the input, and waits until the process has ended.
  func end() async throws {
    orders.finish()
    _ = try await work.value
  }
}
