internal import ArgumentParser

/// `pixy config get`: prints one setting.
struct ConfigGetCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "get", abstract: "Print one setting.", discussion: "The exit status is 1 if the setting isn't set.")

  @Argument(help: "Name of the setting: \(Setting.allCases.map(\.rawValue).joined(separator: ", ")).")
  var name: Setting

  func run(on console: Console) async throws {
    guard let value = try ConfigCommand.file().read()[name] else {
      console.say("pixy: \(name.rawValue) is not set. Set it with `pixy config set \(name.rawValue) VALUE`.")
      throw ExitStatus.failure
    }
    console.result(value)
  }
}
