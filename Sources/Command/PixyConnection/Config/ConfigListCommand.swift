internal import ArgumentParser
internal import PixyTerminal

/// `pixy config list`: prints the settings that are set.
struct ConfigListCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List your settings.",
    discussion: "Prints one name=value a line. Settings that aren't set are left out."
  ).withExamples(of: "config list")

  @Flag(help: "Print a JSON object with the file's path and the settings.")
  var json = false

  func run(on console: Console) async throws {
    let file = try ConfigCommand.file()
    let settings = try file.read()
    if json {
      console.result(json: ConfigCommand.members(of: settings, in: file))
    } else {
      for setting in Setting.allCases {
        if let value = settings[setting] { console.result("\(setting.rawValue)=\(value)") }
      }
      if settings == Settings() {
        console.say("There are no settings in \(file.path). `pixy config set NAME VALUE` stores one.")
      }
    }
  }
}
