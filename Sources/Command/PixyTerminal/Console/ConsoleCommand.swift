package import ArgumentParser

/// A command that reports its error on the console, and ends with the error's exit status.
package protocol ConsoleCommand: AsyncParsableCommand {
  /// Runs the command.
  /// - Throws: Any error; the console reports it.
  func run(on console: Console) async throws
}

extension ConsoleCommand {
  package func run() async throws {
    do {
      try await run(on: .standard)
    } catch {
      throw Console.standard.failure(reporting: error)
    }
  }
}
