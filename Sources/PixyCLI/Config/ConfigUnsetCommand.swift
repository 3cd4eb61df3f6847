internal import ArgumentParser

/// `pixy config unset`: removes one setting.
struct ConfigUnsetCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "unset", abstract: "Remove one setting.", discussion: "Does nothing if the setting isn't set.")

  @Argument(help: "Name of the setting: \(Setting.allCases.map(\.rawValue).joined(separator: ", ")).")
  var name: Setting

  func run(on console: Console) async throws {
    try ConfigCommand.change(name, to: nil)
  }
}
