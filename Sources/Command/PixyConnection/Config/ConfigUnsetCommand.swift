internal import ArgumentParser
internal import PixyTerminal

/// `pixy config unset`: removes one setting.
struct ConfigUnsetCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "unset", abstract: "Remove one setting.", discussion: "Does nothing if the setting isn't set."
  ).withExamples(of: "config unset")

  @Argument(help: "Name of the setting: \(Setting.allCases.map(\.rawValue).joined(separator: ", ")).")
  var name: Setting

  @Flag(help: "Print a JSON object with the file's path and all settings.")
  var json = false

  func run(on console: Console) async throws {
    let members = try ConfigCommand.change(name, to: nil)
    if json { console.result(json: members) }
  }
}
