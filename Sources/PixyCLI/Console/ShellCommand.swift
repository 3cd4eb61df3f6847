internal import ArgumentParser
internal import CLibrary
internal import FoundationBasics
#if canImport(System)
internal import System
#else
internal import SystemPackage
#endif

/// A command from an option, such as a password manager's, run by the shell.
///
/// Darwin doesn't let Swift call `popen`, so the process is started with `posix_spawn`.
enum ShellCommand {
  /// Runs the command and returns its output.
  ///
  /// The command inherits standard input and standard error, so it can ask for a passphrase.
  /// - Parameter most: The largest number of bytes that the caller accepts. Of a longer output the
  ///   method returns more bytes than that, so the caller can detect the excess.
  /// - Throws: `ValidationError` if the command can't be run or fails; `Errno` if its output can't
  ///   be read. No error contains its output.
  static func output(of command: String, most: Int) throws -> [UInt8] {
    let pipe = try FileDescriptor.pipe()
    for end in [pipe.readEnd, pipe.writeEnd] { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
    let process = start(command, output: pipe.writeEnd)
    try? pipe.writeEnd.close()
    let bytes = Result { try FileInput.bytes(of: pipe.readEnd, most: most) }
    // A command that still writes fails at the closed pipe, and is not waited for without end.
    try? pipe.readEnd.close()
    guard let process else { throw ValidationError("The command for the secret could not be run.") }
    guard status(of: process) == 0 else {
      throw ValidationError("The command for the secret failed. Run it in a shell to see why.")
    }
    return try bytes.get()
  }

  /// Starts the shell with the command, or returns `nil`.
  private static func start(_ command: String, output: FileDescriptor) -> pid_t? {
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    #else
    var actions = unsafe posix_spawn_file_actions_t()
    #endif
    guard unsafe posix_spawn_file_actions_init(&actions) == 0 else { return nil }
    defer { _ = unsafe posix_spawn_file_actions_destroy(&actions) }
    guard unsafe posix_spawn_file_actions_adddup2(&actions, output.rawValue, STDOUT_FILENO) == 0 else { return nil }
    var words = unsafe copies(["sh", "-c", command])
    var variables = unsafe copies(ProcessInfo.processInfo.environment.map { "\($0)=\($1)" })
    // Safe: the lists and their strings live for the call, which copies them, and are freed once.
    defer { unsafe (words + variables).forEach { unsafe free($0) } }
    var process: pid_t = 0
    return unsafe posix_spawn(&process, "/bin/sh", &actions, nil, &words, &variables) == 0 ? process : nil
  }

  /// Returns zero-terminated copies of strings, and `nil` at the end.
  private static func copies(_ strings: [String]) -> [UnsafeMutablePointer<CChar>?] {
    unsafe strings.map { unsafe strdup($0) } + [nil]
  }

  /// Waits for a process. Returns zero if it exited with status 0.
  private static func status(of process: pid_t) -> Int32 {
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) == -1 {
      guard errno == EINTR else { return -1 }
    }
    return status
  }
}
