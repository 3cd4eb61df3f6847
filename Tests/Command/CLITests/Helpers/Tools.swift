import Foundation
import Subprocess
import SystemPackage
import Testing

/// Third-party programs that use the helpers. A test fails if its program is missing.
enum Tools {
  /// Runs a program.
  ///
  /// - Parameters:
  ///   - name: The program's name, searched on `PATH`.
  ///   - environment: Changes to the environment of the tests. The token stores, keyrings and
  ///     settings of the tests' user are removed from it.
  ///   - folder: The working folder.
  static func run(
    _ name: String, _ arguments: [String], input: String = "", environment: [Environment.Key: String?] = [:],
    in folder: String? = nil
  ) async throws -> CommandTests.Outcome {
    do {
      let result = try await Subprocess.run(
        name.contains("/") ? .path(FilePath(name)) : .name(name), arguments: Arguments(arguments),
        environment: .inherit.updating(environment), workingDirectory: folder.map { FilePath($0) },
        input: .fileDescriptor(try StandardInput.holding(input), closeAfterSpawningProcess: true),
        output: .string(limit: 1_000_000), error: .string(limit: 1_000_000))
      let status: Int
      if case .exited(let code) = result.terminationStatus { status = Int(code) } else { status = -1 }
      return CommandTests.Outcome(status: status, output: result.standardOutput, errors: result.standardError)
    } catch {
      Issue.record("This test needs the program \(name), which can't be run: \(error). Scripts/require installs it.")
      throw error
    }
  }
}
