internal import ArgumentParser
internal import PixyTerminal

/// `pixy config get`: prints one setting.
struct ConfigGetCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "get", abstract: "Print one setting.", discussion: "The exit status is 1 if the setting isn't set."
  ).withExamples(of: "config get")

  @Argument(help: "Name of the setting: \(Setting.allCases.map(\.rawValue).joined(separator: ", ")).")
  var name: Setting

  @Flag(help: "Print a JSON object with the file's path and the setting.")
  var json = false

  func run(on console: Console) async throws {
    let file = try ConfigCommand.file()
    guard let value = try file.read()[name] else {
      if json {
        console.say(ErrorReport.json(code: "setting_not_set", message: "\(name.rawValue) is not set."))
        throw ExitStatus.failure
      }
      console.say("pixy: \(name.rawValue) is not set. Set it with `pixy config set \(name.rawValue) VALUE`.")
      throw ExitStatus.failure
    }
    guard json else { return console.result(value) }
    var only = Settings()
    try only.set(name, to: value)
    console.result(json: ConfigCommand.members(of: only, in: file))
  }
}
