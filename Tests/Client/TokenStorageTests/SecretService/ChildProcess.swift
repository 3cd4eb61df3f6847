#if os(Linux)
import Glibc
import Synchronization
import SystemPackage

/// A process of another program. Foundation's `Process` isn't used: its children inherit the pipes
/// of their siblings, so a reader would wait for unrelated processes.
final class ChildProcess: Sendable {
  let identifier: pid_t
  private let input: Mutex<FileDescriptor?>
  private let output: FileDescriptor

  /// Held while a child is started. Pipes are marked close-on-exec only after they are created, so
  /// no child may start in between.
  private static let starting = Mutex(())

  /// Starts a program that is found on `PATH`, with exactly these environment variables.
  init(_ arguments: [String], environment: [String: String]) throws {
    let started = try Self.starting.withLock { _ in try Self.start(arguments, environment) }
    identifier = started.identifier
    input = Mutex(started.input)
    output = started.output
  }

  /// Writes a text to the process's input and closes the input.
  func send(_ text: String) throws {
    try input.withLock { input in
      try input?.writeAll(text.utf8)
      try input?.close()
      input = nil
    }
  }

  /// Returns the next line of the output, without the line feed, or the incomplete last line.
  func line() throws -> String {
    var line: [UInt8] = []
    var byte: [UInt8] = [0]
    while try unsafe byte.withUnsafeMutableBytes({ try unsafe output.read(into: $0) }) == 1,
      byte[0] != UInt8(ascii: "\n")
    {
      line.append(byte[0])
    }
    return String(decoding: line, as: UTF8.self)
  }

  /// Returns the lines of the output until its end, or until an empty line.
  func lines() throws -> [String] {
    var lines: [String] = []
    while case let line = try line(), !line.isEmpty { lines.append(line) }
    return lines
  }

  func signal(_ number: CInt) {
    kill(identifier, number)
  }

  /// Closes the input and waits for the process to end. Must be called once.
  func end() {
    try? send("")
    var status: CInt = 0
    while unsafe waitpid(identifier, &status, 0) == -1, errno == EINTR {}
    try? output.close()
  }

  private static func start(
    _ arguments: [String], _ environment: [String: String]
  ) throws -> (identifier: pid_t, input: FileDescriptor, output: FileDescriptor) {
    let (childInput, input) = try FileDescriptor.pipe()
    let (output, childOutput) = try FileDescriptor.pipe()
    for end in [childInput, input, output, childOutput] { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
    let words = unsafe arguments.map { unsafe strdup($0) } + [nil]
    let variables = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    // Dispatch's threads block all signals, and children would inherit that.
    var attributes = posix_spawnattr_t()
    var noSignals = sigset_t()
    unsafe posix_spawnattr_init(&attributes)
    unsafe sigemptyset(&noSignals)
    unsafe posix_spawnattr_setsigmask(&attributes, &noSignals)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    defer {
      unsafe posix_spawnattr_destroy(&attributes)
      unsafe (words + variables).forEach { unsafe free($0) }
      unsafe posix_spawn_file_actions_destroy(&actions)
      try? childInput.close()
      try? childOutput.close()
    }
    unsafe posix_spawn_file_actions_adddup2(&actions, childInput.rawValue, STDIN_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, childOutput.rawValue, STDOUT_FILENO)
    unsafe posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    var identifier: pid_t = 0
    let result = unsafe posix_spawnp(&identifier, arguments[0], &actions, &attributes, words, variables)
    guard result == 0 else { throw Errno(rawValue: result) }
    return (identifier, input, output)
  }
}
#endif
