#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import SystemPackage
#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// The `pixy` that is installed in `bin`: small, because programs call `pixy token` before each of their requests. It gives out a kept access
/// token that is good, and leaves everything else to the whole command.
@main struct Front {
  static func main() async {
    let environment = ProcessInfo.processInfo.environment
    // What is opened would take the places of those that are closed: the whole command sees to that.
    let isWhole = [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].allSatisfy { fcntl($0, F_GETFD) != -1 }
    if isWhole, let arguments = TokenArguments(CommandLine.arguments, environment: environment),
      let line = try? await KeptToken.line(for: arguments, environment: environment)
    {
      do {
        _ = try FileDescriptor.standardOutput.writeAll(Array((line + "\n").utf8))
      } catch Errno.brokenPipe {
        // A reader that went away is no failure of ours.
      } catch {
        _ = try? FileDescriptor.standardError.writeAll(
          Array("pixy: Standard output cannot be written: \(error).\n".utf8))
        exit(1)
      }
      return
    }
    WholeCommand.takeOver()
  }
}
