#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import ArgumentParser
internal import OAuthCore

/// The flags that every `pixy serve` command with settings has.
struct SettingsOptions: ParsableArguments {
  @Option(help: "A configuration file (JSON). Flags and environment variables win over it.")
  var config: String?

  @Option(help: "The SQLite database that everything is kept in; it is made if there is none.")
  var database: String?

  @Option(
    name: .customLong("seal-key-file"),
    help: "A file with the key that seals signing keys; without one a file beside the database is used, or made.")
  var sealKeyFile: String?

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp("Any setting, as name=value: lifetimes.access_token=600.", valueName: "name=value"))
  var others: [String] = []

  /// What these flags give.
  /// - Parameter more: flags that only one command has.
  /// - Throws: `ValidationError` for what can't be a value of its setting, or names one twice.
  func flags(
    and more: [(ServeSetting, String, String?)] = []
  ) throws -> [ServeSetting: (name: String, text: String)] {
    var flags: [ServeSetting: (name: String, text: String)] = [:]
    func take(_ setting: ServeSetting, _ name: String, _ text: String) throws {
      guard flags[setting] == nil else { throw ValidationError("\(setting.rawValue) is set twice.") }
      do {
        _ = try setting.kind.value(text, in: "/")
      } catch {
        throw ValidationError("The value of \(name) \(error.problem).")
      }
      flags[setting] = (name, text)
    }
    let named: [(ServeSetting, String, String?)] = [
      (.database, "--database", database), (.sealKeyFile, "--seal-key-file", sealKeyFile),
    ]
    for (setting, name, text) in named + more { if let text { try take(setting, name, text) } }
    for pair in others {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, let setting = ServeSetting(rawValue: parts[0]) else {
        throw ValidationError("--set takes name=value; Documentation/Guides/Serving.md lists the names.")
      }
      try take(setting, "--set \(parts[0])", parts[1])
    }
    return flags
  }

  /// Settles all settings for a command.
  /// - Parameters:
  ///   - more: flags that only this command has.
  ///   - environment: the environment variables.
  func settled(
    and more: [(ServeSetting, String, String?)] = [],
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws -> SettledSettings {
    let folder = FileManager.default.currentDirectoryPath
    let path = try (config ?? environment[SettledSettings.fileVariable]).map { path in
      do {
        return try SettingKind.path.value(path, in: folder).string
      } catch {
        throw ValidationError("The path of the configuration file is empty.")
      }
    }
    return try SettledSettings(
      flags: flags(and: more), environment: environment,
      file: path.flatMap { $0 }.map { path throws(SettingsError) in try SettingsFile(path: path) }, folder: folder)
  }
}
