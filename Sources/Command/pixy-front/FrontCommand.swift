internal import CLibrary
internal import FoundationBasics
internal import ProcessCalls
internal import SystemPackage

/// Runs the `pixy` command in `bin`. It is small, because programs call `pixy token` before each of
/// their requests. It prints a stored access token that is valid, and leaves everything else to the
/// whole command.
@main struct FrontCommand {
  static func main() async {
    // A system without the setting is no reason to stop.
    _ = process_protect_memory()
    let environment = ProcessInfo.processInfo.environment
    // If a standard descriptor is closed, the next opened file would take its number. The whole
    // command handles that case.
    let isWhole = [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].allSatisfy { fcntl($0, F_GETFD) != -1 }
    if isWhole, let arguments = TokenArguments(CommandLine.arguments, environment: environment),
      let line = try? await KeptToken.line(for: arguments, environment: environment)
    {
      do {
        _ = try FileDescriptor.standardOutput.writeAll(Array((line + "\n").utf8))
      } catch Errno.brokenPipe {
        // A reader that closed the pipe is no failure of this program.
      } catch {
        _ = try? FileDescriptor.standardError.writeAll(
          Array("pixy: Standard output cannot be written: \(error).\n".utf8))
        exit(1)
      }
      return
    }
    CompleteCommand.takeOver()
  }
}
