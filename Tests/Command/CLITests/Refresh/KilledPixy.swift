import Foundation
import Subprocess
import SystemPackage

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A `pixy` that a test ends by force.
enum KilledPixy {
  /// The ways in which processes of terminals and scripts end.
  enum Way: String, CaseIterable {
    /// SIGKILL to the process.
    case process
    /// SIGKILL to its process group, which has other programs too.
    case group
    /// The terminal is closed, so its session gets SIGHUP.
    case terminal
  }

  /// Starts `pixy`, and ends it in one way when `moment` returns.
  ///
  /// - Returns: The status of the process, or of the group's shell.
  @discardableResult
  static func run(
    _ arguments: [String], in home: Home, by way: Way, when moment: @escaping @Sendable () async throws -> Void
  ) async throws -> TerminationStatus {
    switch way {
    case .process: try await run(Repository.pixy, arguments, in: home, isGroup: false, moment)
    case .group:
      try await run(
        "/bin/sh", ["-c", #""$0" "$@" | cat"#, Repository.pixy] + arguments, in: home, isGroup: true, moment)
    case .terminal: try await hangUp(arguments, in: home, moment)
    }
  }

  private static func environment(_ home: Home) -> Environment {
    .inherit.updating(PseudoTerminal.surroundings).updating(home.environment)
  }

  private static func run(
    _ program: String, _ arguments: [String], in home: Home, isGroup: Bool,
    _ moment: @escaping @Sendable () async throws -> Void
  ) async throws -> TerminationStatus {
    var options = PlatformOptions()
    options.processGroupID = 0
    return try await Subprocess.run(
      .path(FilePath(program)), arguments: Arguments(arguments), environment: environment(home),
      platformOptions: options, input: .none, output: .discarded, error: .discarded
    ) { execution in
      let result: Result<Void, any Error>
      do { result = .success(try await moment()) } catch { result = .failure(error) }
      // The process may have ended by itself.
      try? execution.send(signal: .kill, toProcessGroup: isGroup)
      try result.get()
    }.terminationStatus
  }

  private static func hangUp(
    _ arguments: [String], in home: Home, _ moment: @escaping @Sendable () async throws -> Void
  ) async throws -> TerminationStatus {
    let (controller, path) = try PseudoTerminal.open()
    var options = PlatformOptions()
    options.createSession = true
    // A session's leader gets the first terminal that it opens as its controlling terminal.
    let script = #"exec 0<>"$1" 1>&0 2>&0; shift; exec "$@""#
    do {
      return try await Subprocess.run(
        .path("/bin/sh"), arguments: Arguments(["-c", script, "sh", path, Repository.pixy] + arguments),
        environment: environment(home), platformOptions: options, input: .none, output: .discarded,
        error: .discarded
      ) { _ in
        let result: Result<Void, any Error>
        do { result = .success(try await moment()) } catch { result = .failure(error) }
        try controller.close()
        try result.get()
      }.terminationStatus
    }
  }
}
