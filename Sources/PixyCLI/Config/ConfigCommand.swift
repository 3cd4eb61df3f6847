internal import ArgumentParser
#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import OAuthCore

/// `pixy config`: what the person sets for all later commands.
struct ConfigCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Show and change your settings.",
    discussion: """
      Settings are kept in pixy/settings.json, in XDG_CONFIG_HOME or in .config of your home. Options and environment variables \
      come before them.

      \(Setting.allCases.map { "\($0.rawValue): \($0.help)" }.joined(separator: "\n\n"))
      """,
    subcommands: [ConfigListCommand.self, ConfigGetCommand.self, ConfigSetCommand.self, ConfigUnsetCommand.self],
    defaultSubcommand: ConfigListCommand.self)

  /// The file of who runs this.
  static func file() throws(ConfigError) -> ConfigFile {
    guard let file = ConfigFile(ProcessInfo.processInfo.environment) else { throw .noFolder }
    return file
  }

  /// Changes one setting.
  static func change(_ setting: Setting, to value: String?) throws(ConfigError) {
    let file = try file()
    try file.locked { () throws(ConfigError) in
      var settings = try file.read()
      try settings.set(setting, to: value)
      try file.write(settings)
    }
  }

  /// Runs a part of it, and tells what went wrong.
  static func reporting(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch {
      throw ExitStatus.report(error, on: .standard)
    }
  }
}
