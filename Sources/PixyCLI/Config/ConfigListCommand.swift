internal import ArgumentParser
internal import OAuthCore

/// `pixy config list`: prints the settings that are set.
struct ConfigListCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List your settings.",
    discussion: "Prints one name=value a line. Settings that aren't set are left out.")

  @Flag(help: "Print a JSON object with the file's path and the settings.")
  var json = false

  func run(on console: Console) async throws {
    let file = try ConfigCommand.file()
    let settings = try file.read()
    if json {
      let members: [String: JSONValue] = [
        "version": 1, "file": .string(file.path), "settings": .object(settings.members),
      ]
      console.result(json: members)
    } else {
      for setting in Setting.allCases {
        if let value = settings[setting] { console.result("\(setting.rawValue)=\(value)") }
      }
    }
  }
}
