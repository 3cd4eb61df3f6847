internal import ArgumentParser
internal import OAuthCore

/// `pixy config list`: what is set.
struct ConfigListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Show what is set, one setting a line.",
    discussion: "Each line is name=value. What isn't set isn't shown.")

  @Flag(help: "Print a JSON object, which also names the file.")
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
