internal import CLibrary
internal import PixyAccounts
internal import SystemPackage

/// The complete command, installed as `libexec/pixy/pixy` if the front command is `bin/pixy`.
struct CompleteCommand {
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
      let whole = CompleteCommand(of: try ProgramPath.resolved())
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
