internal import ArgumentParser

/// `pixy config set`: sets one setting.
struct ConfigSetCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Set one setting.",
    discussion: Setting.allCases.map { "\($0.rawValue): \($0.help)" }.joined(separator: "\n\n"))

  @Argument(help: "Name of the setting: \(Setting.allCases.map(\.rawValue).joined(separator: ", ")).")
  var name: Setting

  @Argument(help: "New value.")
  var value: String

  func validate() throws {
    do {
      _ = try name.checked(value)
    } catch {
      throw ValidationError(error.explanation)
    }
  }

  func run(on console: Console) async throws {
    try ConfigCommand.change(name, to: value)
  }
}
