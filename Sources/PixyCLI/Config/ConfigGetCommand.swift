internal import ArgumentParser

/// `pixy config get`: prints one setting.
struct ConfigGetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "get", abstract: "Print one setting.", discussion: "The exit status is 1 if the setting isn't set.")

  @Argument(help: "Name of the setting: \(Setting.allCases.map(\.rawValue).joined(separator: ", ")).")
  var name: Setting

  func run() async throws {
    try ConfigCommand.reporting {
      guard let value = try ConfigCommand.file().read()[name] else {
        Console.standard.say("pixy: \(name.rawValue) is not set. Set it with `pixy config set \(name.rawValue) VALUE`.")
        throw ExitStatus.failure
      }
      Console.standard.result(value)
    }
  }
}
