internal import ArgumentParser

/// `pixy config unset`: takes one setting away.
struct ConfigUnsetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unset", abstract: "Take one setting away.", discussion: "One that isn't set stays so.")

  @Argument(help: "Which one: \(Setting.allCases.map(\.rawValue).joined(separator: ", ")).")
  var name: Setting

  func run() async throws {
    try ConfigCommand.reporting { try ConfigCommand.change(name, to: nil) }
  }
}
