internal import ArgumentParser

/// A command that reports its error on the console, and ends with the error's exit status.
protocol ConsoleCommand: AsyncParsableCommand {
  /// Runs the command.
  /// - Throws: Any error; ``ExitStatus`` decides about its text and its status.
  func run(on console: Console) async throws
}

extension ConsoleCommand {
  func run() async throws {
    do {
      try await run(on: .standard)
    } catch {
      throw ExitStatus.report(error, on: .standard)
    }
  }
}
