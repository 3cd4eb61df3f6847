internal import FoundationBasics
internal import ProcessCalls
#if canImport(System)
package import System
#else
package import SystemPackage
#endif
@unsafe @preconcurrency internal import CLibrary

/// A program that this process started and that runs beside it.
package struct ChildProgram: Sendable {
  private let identifier: pid_t

  /// Starts a program with this process's environment and the settings of ``ProgramSignals``.
  ///
  /// - Parameters:
  ///   - path: The program's path.
  ///   - words: The program's name and its arguments. Other users of the machine can read them.
  ///   - descriptors: Descriptors of this process, by the numbers that they have in the program, 0
  ///     to 9. The program inherits the other standard ones, and all that aren't closed on exec.
  ///   - leadsSession: Whether the program leads a session of its own. It then has no controlling
  ///     terminal, and a signal to this process's group doesn't reach it.
  package static func start(
    _ path: String, _ words: [String], descriptors: [CInt: FileDescriptor], leadsSession: Bool = false
  ) throws(Errno) -> ChildProgram {
    // Copies with higher numbers, so that none is overwritten before it has its number.
    var copies: [(descriptor: CInt, number: CInt)] = []
    defer { for copy in copies { _ = close(copy.descriptor) } }
    for (number, descriptor) in descriptors {
      let copy = fcntl(descriptor.rawValue, F_DUPFD_CLOEXEC, 10)
      guard copy != -1 else { throw Errno(rawValue: errno) }
      copies.append((copy, number))
    }
    #if canImport(Darwin)
    var (actions, attributes) = unsafe (posix_spawn_file_actions_t(bitPattern: 0), posix_spawnattr_t(bitPattern: 0))
    #else
    var (actions, attributes) = unsafe (posix_spawn_file_actions_t(), posix_spawnattr_t())
    #endif
    var (none, reset) = (ProgramSignals.empty, ProgramSignals.reset)
    // Safe: each string is a zero-terminated copy and each list ends with nil. The copies are freed
    // once, after the call that reads them. Nothing in this program changes the environment
    // meanwhile.
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) } + [nil]
    defer {
      for index in unsafe arguments.indices { unsafe free(arguments[index]) }
      unsafe posix_spawnattr_destroy(&attributes)
      unsafe posix_spawn_file_actions_destroy(&actions)
    }
    for copy in copies { unsafe posix_spawn_file_actions_adddup2(&actions, copy.descriptor, copy.number) }
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setsigdefault(&attributes, &reset)
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | (leadsSession ? newSession : 0)
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    var identifier: pid_t = 0
    let problem = unsafe posix_spawn(&identifier, path, &actions, &attributes, &arguments, process_environment())
    guard problem == 0 else { throw Errno(rawValue: problem) }
    return ChildProgram(identifier: identifier)
  }

  /// Waits on this thread until the program has ended. Must be called once.
  ///
  /// - Returns: Whether the program ended with exit status 0.
  @discardableResult package func wait() -> Bool { exitStatus() == 0 }

  /// Waits on this thread until the program has ended, instead of ``wait()``.
  ///
  /// - Returns: The exit status; `nil` if a signal ended the program.
  package func exitStatus() -> CInt? {
    var status: CInt = -1
    // Safe: the call only writes the status.
    while unsafe waitpid(identifier, &status, 0) == -1 { guard errno == EINTR else { return nil } }
    // The low seven bits are the signal, and the next byte is the status.
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : nil
  }

  /// `POSIX_SPAWN_SETSID`, which Swift's modules of Linux's C libraries lack.
  private static var newSession: CInt {
    #if canImport(Darwin)
    POSIX_SPAWN_SETSID
    #else
    0x80
    #endif
  }
}
