internal import ArgumentParser

/// What is said of wrong usage that shows when a command runs. The argument parser, which says the same of what it finds itself, would show
/// the usage of `pixy` as a whole then.
enum WrongUsage {
  /// Tells the person, and gives the status for it.
  static func tell(
    _ error: ValidationError, of command: any ParsableCommand.Type, on console: Console
  ) -> ExitCode {
    console.say(text(error, of: command))
    return .validationFailure
  }

  static func text(_ error: ValidationError, of command: any ParsableCommand.Type) -> String {
    let indent = String(repeating: " ", count: "Usage: ".count)
    let usage = PixyCommand.usageString(for: command)
      .split(separator: "\n", omittingEmptySubsequences: false).joined(
        separator: "\n" + indent)
    let names = (path(of: command, below: PixyCommand.self) ?? [PixyCommand.self]).map(name).joined(separator: " ")
    return "Error: \(error.message)\nUsage: \(usage)\n  See '\(names) --help' for more information."
  }

  /// The commands on the way to one.
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
