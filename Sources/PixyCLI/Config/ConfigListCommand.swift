internal import ArgumentParser
internal import OAuthCore

/// `pixy config list`: prints the settings that are set.
struct ConfigListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List your settings.",
    discussion: "Prints one name=value a line. Settings that aren't set are left out.")

  @Flag(help: "Print a JSON object with the file's path and the settings.")
  var json = false

  func run() async throws {
    try ConfigCommand.reporting {
      let file = try ConfigCommand.file()
      let settings = try file.read()
      if json {
        let members: [String: JSONValue] = [
          "version": 1, "file": .string(file.path), "settings": .object(settings.members),
        ]
        Console.standard.result(json: members)
      } else {
        for setting in Setting.allCases {
          if let value = settings[setting] { Console.standard.result("\(setting.rawValue)=\(value)") }
        }
      }
    }
  }
}
