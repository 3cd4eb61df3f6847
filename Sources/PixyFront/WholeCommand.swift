internal import SystemPackage
#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// The command that can do everything: installed as `libexec/pixy/pixy`, where the front is `bin/pixy`.
struct WholeCommand {
  let path: FilePath

  /// - Parameter front: where this program is.
  init(of front: FilePath) {
    path = front.removingLastComponent().removingLastComponent().appending("libexec/pixy/pixy")
  }

  /// Puts it in the place of this process, with the same arguments, or says why that can't be and ends with status 1.
  ///
  /// On the main thread, because a new program inherits which signals the thread holds back, and threads of a pool hold them all.
  @MainActor static func takeOver() -> Never {
    let problem: String
    do throws(Errno) {
      let whole = WholeCommand(of: try .ofThisProgram())
      problem = "\(whole.path.string) cannot be run: \(whole.run().description)."
    } catch {
      problem = "this program cannot find itself: \(error.description)."
    }
    _ = try? FileDescriptor.standardError.writeAll(Array("pixy: \(problem) Install pixy again.\n".utf8))
    exit(1)
  }

  /// - Returns: why it can't be run; otherwise it doesn't return.
  private func run() -> Errno {
    // Safe: arguments and path live until the call has replaced the process, or has failed.
    _ = unsafe path.withPlatformString { unsafe execv($0, CommandLine.unsafeArgv) }
    return Errno(rawValue: errno)
  }
}

extension FilePath {
  /// Where the program of this process is, whatever it was called by.
  static func ofThisProgram() throws(Errno) -> FilePath {
    var octets = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    #if canImport(Darwin)
    var size = UInt32(octets.count)
    // Safe: no more is written than `size` says, a zero at the end included.
    guard unsafe _NSGetExecutablePath(&octets, &size) == 0 else { throw .fileNameTooLong }
    // Safe: the path ends with a zero; realpath's own memory is given back after the copy.
    guard let real = unsafe realpath(octets, nil) else { throw Errno(rawValue: errno) }
    defer { unsafe free(real) }
    return unsafe FilePath(platformString: real)
    #else
    // Safe: one octet less is written than there is room for, so that a zero is left at the end.
    guard unsafe readlink("/proc/self/exe", &octets, octets.count - 1) > 0 else { throw Errno(rawValue: errno) }
    return FilePath(platformString: octets)
    #endif
  }
}
