internal import ArgumentParser
internal import PixyTerminal

/// The report of wrong usage. The argument parser would begin it in another way than every other message, and would
/// show the usage of the whole `pixy` for what a command finds only while it runs.
enum WrongUsage {
  /// Reports wrong usage of `command` and returns the exit status.
  static func report(
    _ error: ValidationError, of command: any ParsableCommand.Type, on console: Console
  ) -> ExitCode {
    console.say(
      ErrorReport.isJSON ? ErrorReport.json(code: "wrong_usage", message: error.message) : text(error, of: command))
    return .validationFailure
  }

  /// Returns the argument parser's text of an error that it found itself.
  static func text(_ message: String) -> String {
    message.hasPrefix("Error: ") ? "pixy: " + message.dropFirst("Error: ".count) : message
  }

  static func text(_ error: ValidationError, of command: any ParsableCommand.Type) -> String {
    let indent = String(repeating: " ", count: "Usage: ".count)
    let usage = PixyCommand.usageString(for: command)
      .split(separator: "\n", omittingEmptySubsequences: false).joined(
        separator: "\n" + indent)
    let names = (path(of: command, below: PixyCommand.self) ?? [PixyCommand.self]).map(name).joined(separator: " ")
    return "pixy: \(error.message)\nUsage: \(usage)\n  See '\(names) --help' for more information."
  }

  /// Returns the commands from `root` to `command`, both included.
  private static func path(
    of command: any ParsableCommand.Type, below root: any ParsableCommand.Type
  ) -> [any ParsableCommand.Type]? {
    if root == command { return [root] }
    for child in root.configuration.subcommands {
      if let path = path(of: command, below: child) { return [root] + path }
    }
    return nil
  }

  private static func name(_ command: any ParsableCommand.Type) -> String {
    command.configuration.commandName ?? "\(command)"
  }
}
