internal import ArgumentParser
internal import OAuthCore
internal import PixyTerminal

/// `pixy config set`: sets one setting.
struct ConfigSetCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Set one setting.",
    discussion: Setting.allCases.map { "\($0.rawValue): \($0.help)" }.joined(separator: "\n\n")
  ).withExamples(of: "config set")

  @Argument(help: "Name of the setting: \(Setting.allCases.map(\.rawValue).joined(separator: ", ")).")
  var name: Setting

  @Argument(help: "New value.")
  var value: String

  @Flag(help: "Print a JSON object with the file's path and all settings.")
  var json = false

  func validate() throws {
    do {
      _ = try name.checked(value)
    } catch {
      throw ValidationError(error.explanation)
    }
  }

  func run(on console: Console) async throws {
    let members = try ConfigCommand.change(name, to: value)
    if json { console.result(json: members) }
  }
}
