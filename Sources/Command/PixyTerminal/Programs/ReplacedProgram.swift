internal import ArgumentParser
internal import CLibrary
internal import OAuthCore
#if canImport(System)
internal import System
#else
internal import SystemPackage
#endif

/// The replacement of this process with another program, which then owns the terminal, the signals
/// and the exit status.
package enum ReplacedProgram {
  /// Executes another program in this process.
  ///
  /// - Parameters:
  ///   - words: The program's name, searched on `PATH`, and its arguments. Other users of the
  ///     machine can read them.
  ///   - variables: Environment variables for the program, in addition to those that are set.
  ///   - descriptors: The open descriptors that the program inherits.
  /// - Throws: ``ReplacedProgramError`` if the program can't be run. Otherwise the method never
  ///   returns.
  package static func run(
    _ words: [String], variables: [String: String] = [:], keeping descriptors: OpenDescriptors
  ) throws -> Never {
    descriptors.keepFromOthers()
    // Safe: both strings live for the call, which copies them. The remaining threads are idle and
    // read no variables.
    for (name, value) in variables { _ = unsafe setenv(name, value, 1) }
    ProgramSignals.apply()
    // Safe: each string is a zero-terminated copy, the list ends with nil, and the copies are freed
    // once if the call fails.
    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe []
    for word in words { unsafe arguments.append(strdup(word)) }
    unsafe arguments.append(nil)
    if let name = words.first { _ = unsafe execvp(name, &arguments) }
    let cause = errno
    for index in unsafe arguments.indices { unsafe free(arguments[index]) }
    throw ReplacedProgramError(name: words.first ?? "", isMissing: cause == ENOENT, cause: cause)
  }
}

/// A failure to run a program.
struct ReplacedProgramError: Error {
  let name: String
  let isMissing: Bool
  let cause: Int32
}

extension ReplacedProgramError: ExplainedError, TerminalError {
  /// The facts of the error: the program is missing, or can't be executed.
  var facts: ErrorFacts {
    let row = ErrorFacts.Row(at: .configuration, .system)
    let title = "The program \(UntrustedText(name))"
    guard isMissing else {
      return row(
        "program_not_run", "\(title) could not be run: \(Errno(rawValue: cause)).",
        remedy: "Check that it is a program that you may execute.")
    }
    return row(
      "program_not_run", name.contains("/") ? "\(title) was not found." : "\(title) was not found on PATH.",
      remedy: "Install the program, or give its full path.")
  }

  /// The exit status that shells use: 127 for a missing program, 126 for one that can't be executed.
  var exitStatus: ExitCode? { ExitCode(isMissing ? 127 : 126) }
}
