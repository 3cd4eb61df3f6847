package import ArgumentParser
internal import FoundationBasics
internal import OAuthCore
internal import PixyTerminal

/// `pixy config`: the user's settings for all later commands.
package struct ConfigCommand: AsyncParsableCommand {
  package init() {}

  package static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Show and change your settings.",
    discussion: """
      Settings are stored in pixy/settings.json, below XDG_CONFIG_HOME or below .config in your home folder. Options \
      and environment variables take precedence over settings.

      \(Setting.allCases.map { "\($0.rawValue): \($0.help)" }.joined(separator: "\n\n"))
      """,
    subcommands: [ConfigListCommand.self, ConfigGetCommand.self, ConfigSetCommand.self, ConfigUnsetCommand.self],
    defaultSubcommand: ConfigListCommand.self
  ).withExamples(of: "config")

  /// Returns the current user's settings file.
  static func file() throws(ConfigError) -> ConfigFile {
    guard let file = ConfigFile(ProcessInfo.processInfo.environment) else { throw .noFolder }
    return file
  }

  /// Changes one setting.
  ///
  /// - Returns: The changed settings as the `--json` output.
  static func change(_ setting: Setting, to value: String?) throws(ConfigError) -> [String: JSONValue] {
    let file = try file()
    return try file.locked { () throws(ConfigError) in
      var settings = try file.read()
      try settings.set(setting, to: value)
      try file.write(settings)
      return members(of: settings, in: file)
    }
  }

  /// The `--json` output of all subcommands: the file's path and the settings.
  static func members(of settings: Settings, in file: ConfigFile) -> [String: JSONValue] {
    ["version": 1, "file": .string(file.path), "settings": .object(settings.members)]
  }
}
