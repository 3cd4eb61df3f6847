internal import CLibrary
internal import SystemPackage

/// The complete command, installed as `libexec/pixy/pixy` if the front command is `bin/pixy`.
struct WholeCommand {
  let path: FilePath

  /// Locates the complete command.
  ///
  /// - Parameter front: The path of this program.
  init(of front: FilePath) {
    path = front.removingLastComponent().removingLastComponent().appending("libexec/pixy/pixy")
  }

  /// Replaces this process with the complete command and the same arguments. If that fails, it
  /// prints the reason and exits with status 1.
  static func takeOver() -> Never {
    let problem: String
    do throws(Errno) {
      let whole = WholeCommand(of: try .ofThisProgram())
      problem = "\(whole.path.string) cannot be run: \(whole.run().description)."
    } catch {
      problem = "the path of this program cannot be found: \(error.description)."
    }
    _ = try? FileDescriptor.standardError.writeAll(Array("pixy: \(problem) Install pixy again.\n".utf8))
    exit(1)
  }

  /// Runs the complete command.
  ///
  /// - Returns: The reason why it can't be run. On success the call doesn't return.
  private func run() -> Errno {
    // A new program inherits the blocked signals of its thread, and the threads of Swift's pool
    // block all. Only there does an asynchronous `main` go on after its first suspension.
    var none = sigset_t()
    // Safe: the first call only writes the set, and the second one only reads it.
    _ = unsafe sigemptyset(&none)
    _ = unsafe pthread_sigmask(SIG_SETMASK, &none, nil)
    // Safe: the arguments and the path live until the call has replaced the process or failed.
    _ = unsafe path.withPlatformString { unsafe execv($0, CommandLine.unsafeArgv) }
    return Errno(rawValue: errno)
  }
}

extension FilePath {
  /// Returns the path of this process's program, whatever name it was called by.
  static func ofThisProgram() throws(Errno) -> FilePath {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    #if canImport(Darwin)
    var size = UInt32(bytes.count)
    // Safe: no more bytes are written than `size` states, including the final zero.
    guard unsafe _NSGetExecutablePath(&bytes, &size) == 0 else { throw .fileNameTooLong }
    // Safe: the path ends with a zero. The memory that realpath allocated is freed after the copy.
    guard let real = unsafe realpath(bytes, nil) else { throw Errno(rawValue: errno) }
    defer { unsafe free(real) }
    return unsafe FilePath(platformString: real)
    #else
    // Safe: one byte less is written than the buffer holds, so a zero remains at the end.
    guard unsafe readlink("/proc/self/exe", &bytes, bytes.count - 1) > 0 else { throw Errno(rawValue: errno) }
    return FilePath(platformString: bytes)
    #endif
  }
}
