#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif
internal import OAuthCore

/// A program that takes the place of this one: terminal, signals and exit status are its own then.
enum ReplacedProgram {
  /// Becomes another program.
  ///
  /// - Parameters:
  ///   - words: its name, looked for on `PATH`, and its arguments. Everybody on the machine can read them.
  ///   - variables: environment variables that it gets beside those that are set.
  ///   - descriptors: what of what is open it gets.
  /// - Throws: ``ReplacedProgramError`` if it can't be run; it never returns otherwise.
  static func run(
    _ words: [String], variables: [String: String] = [:], keeping descriptors: OpenDescriptors
  ) throws -> Never {
    descriptors.keepFromOthers()
    // Safe: both texts live for the call, which copies them; threads that are left have nothing to do, and read no variables.
    for (name, value) in variables { _ = unsafe setenv(name, value, 1) }
    // Networking ignores it in this process, and what is ignored stays so; a program in a pipeline ends by it.
    _ = signal(SIGPIPE, SIG_DFL)
    // Safe: each text is a copy that ends with a zero, the list ends with nil, and the copies are given back once, if nothing took over.
    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe []
    for word in words { unsafe arguments.append(strdup(word)) }
    unsafe arguments.append(nil)
    if let name = words.first { _ = unsafe execvp(name, &arguments) }
    let cause = errno
    for index in unsafe arguments.indices { unsafe free(arguments[index]) }
    throw ReplacedProgramError(name: words.first ?? "", isMissing: cause == ENOENT, cause: cause)
  }
}

/// Why a program can't be run.
struct ReplacedProgramError: Error {
  let name: String
  let isMissing: Bool
  let cause: Int32
}

extension ReplacedProgramError: ExplainedError {
  var code: String { "program_not_run" }
  var step: FlowStep { .configuration }
  var explanation: String {
    isMissing
      ? "There is no program \(UntrustedText(name)) on PATH."
      : "The program \(UntrustedText(name)) can't be run: error \(cause) of the system."
  }
  var remedy: String { "Install it, or give its whole path." }
}
