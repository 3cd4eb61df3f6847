#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import SystemPackage

/// The `pixy` that is installed in `bin`: small, because programs call `pixy token` before each of their requests. It gives out a kept access
/// token that is good, and leaves everything else to the whole command.
@main struct Front {
  static func main() async {
    let environment = ProcessInfo.processInfo.environment
    if let arguments = TokenArguments(CommandLine.arguments, environment: environment),
      let line = try? await KeptToken.line(for: arguments, environment: environment)
    {
      // A reader that went away is no failure of ours.
      _ = try? FileDescriptor.standardOutput.writeAll(Array((line + "\n").utf8))
      return
    }
    WholeCommand.takeOver()
  }
}
