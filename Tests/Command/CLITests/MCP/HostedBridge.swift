import Foundation
import OAuthCore
import Subprocess
import Synchronization
import SystemPackage
import Testing

/// A running `pixy mcp` with the test as its host. Its input stays open until ``end()``.
final class HostedBridge: Sendable {
  private enum Order {
    case write(String)
    case signal(Signal)
  }

  /// The text on standard error.
  private final class Said: Sendable {
    private let parts = Mutex("")
    var text: String { parts.withLock { $0 } }
    func add(_ part: String) { parts.withLock { $0 += part } }
  }

  private let orders: AsyncStream<Order>.Continuation
  private let lines: AsyncStream<String>
  private let said = Said()
  private let work: Task<TerminationStatus, any Error>

  /// Starts `pixy mcp`.
  /// - Parameter more: Further variables of the environment.
  init(_ arguments: [String], in home: Home, _ more: [Environment.Key: String?] = [:]) {
    let (orders, giving) = AsyncStream<Order>.makeStream()
    let (lines, hearing) = AsyncStream<String>.makeStream()
    self.orders = giving
    self.lines = lines
    let browser = Repository.root.appending(path: "Tests/Command/CLITests/played-browser").path()
    let environment = Environment.inherit.updating(home.environment)
      .updating(["BROWSER": browser, "DISPLAY": "", "WAYLAND_DISPLAY": ""]).updating(more)
    let said = said
    // Unstructured on purpose: a test uses many processes at a time, and ends each at any time.
    work = Task {
      defer { hearing.finish() }
      return try await run(
        .path(FilePath(Repository.pixy)), arguments: Arguments(["mcp"] + arguments), environment: environment,
        input: .inputWriter, output: .sequence, error: .sequence
      ) { execution in
        try await withThrowingTaskGroup { group in
          group.addTask {
            for await order in orders {
              switch order {
              case .write(let line): _ = try await execution.standardInputWriter.write(line)
              case .signal(let signal): try execution.send(signal: signal)
              }
            }
            try await execution.standardInputWriter.finish()
          }
          group.addTask {
            for try await part in execution.standardError.strings() { said.add(part) }
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

  /// The text on standard error so far.
  var errors: String { said.text }

  /// Writes a message, which ends with a line feed.
  func write(_ message: String) {
    orders.yield(.write(message))
  }

  /// Returns the next message on standard output; `nil` after the end of the process.
  func message() async throws -> [String: JSONValue]? {
    var iterator = lines.makeAsyncIterator()
    guard let line = await iterator.next() else { return nil }
    return try JSONValue(bytes: Array(line.utf8)).object
  }

  /// Writes a request, and returns the next message.
  func answer(to request: String) async throws -> [String: JSONValue] {
    write(request)
    return try #require(try await message())
  }

  /// Sends SIGKILL, and waits until the process has ended.
  func kill() async throws {
    orders.yield(.signal(.kill))
    orders.finish()
    #expect(try await work.value == .signaled(Signal.kill.rawValue))
  }

  /// Sends SIGTERM, and waits until the process has ended and both of its streams have.
  func terminate() async throws {
    orders.yield(.signal(.terminate))
    orders.finish()
    _ = try await work.value
  }

  /// Closes the input, and waits until the process has ended.
  func end() async throws {
    orders.finish()
    #expect(try await work.value == .exited(0))
  }
}
