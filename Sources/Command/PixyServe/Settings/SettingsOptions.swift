internal import ArgumentParser
internal import FoundationBasics
internal import OAuthCore

/// The options that every `pixy serve` command with settings has.
struct SettingsOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The configuration file (JSON). Flags win over it; variables may not differ.", valueName: "json-file"),
    completion: .file())
  var config: String?

  @Option(\.database) var database: String?
  @Option(\.sealKeyFile) var sealKeyFile: String?

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp("Any setting, such as lifetimes.access_token=600. Repeatable.", valueName: "name=value"))
  var others: [String] = []

  func validate() throws {
    _ = try flags()
  }

  /// The text that a flag of this command gives a setting; nil if the flag is absent.
  typealias FlagText = (setting: ServeSetting, text: String?)

  /// Returns the settings that the flags give.
  /// - Parameters:
  ///   - more: The flags that only one command has.
  ///   - folder: The folder that relative paths start in.
  /// - Throws: `ValidationError` if a value is invalid, or a setting is given twice.
  func flags(
    and more: [FlagText] = [], in folder: String = FileManager.default.currentDirectoryPath
  ) throws -> [ServeSetting: ResolvedSettings.ResolvedValue] {
    var flags: [ServeSetting: ResolvedSettings.ResolvedValue] = [:]
    func add(_ setting: ServeSetting, _ name: String, _ text: String) throws {
      guard flags[setting] == nil else { throw ValidationError("\(setting.path) is set twice.") }
      do {
        flags[setting] = .init(value: try setting.kind.value(text, in: folder), source: .flag(name))
      } catch {
        throw ValidationError("The value of \(name) \(error.problem).")
      }
    }
    let own: [FlagText] = [(ServeSetting(\.database), database), (ServeSetting(\.sealKeyFile), sealKeyFile)]
    for case (let setting, let text?) in own + more { try add(setting, "--\(setting.flag ?? "set")", text) }
    for pair in others {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2 else {
        throw ValidationError("--set accepts name=value; \(ServeSetting.guide) lists the names.")
      }
      guard let setting = ServeSetting.named(parts[0]) else { throw Self.unknown(parts[0]) }
      try add(setting, "--set \(parts[0])", parts[1])
    }
    return flags
  }

  /// Returns the error for a name that is no setting's.
  private static func unknown(_ name: String) -> ValidationError {
    let group = ServeSetting.paths(inGroup: name)
    guard group.isEmpty else {
      return ValidationError("--set: \(name) is a group of settings. Set one of \(group.joined(separator: ", ")).")
    }
    let similar = ServeSetting.suggestion(for: name).map { " Did you mean \($0)?" } ?? ""
    return ValidationError(
      "--set: there is no setting \(UntrustedText(name)).\(similar) \(ServeSetting.guide) lists the names.")
  }

  /// Combines all sources of settings for a command.
  /// - Parameters:
  ///   - more: The flags that only this command has.
  ///   - environment: The environment variables. Default: those of the process.
  /// - Throws: `ValidationError` for flags; `SettingsError` for the other sources.
  func resolved(
    and more: [FlagText] = [], environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws -> ResolvedSettings {
    let folder = FileManager.default.currentDirectoryPath
    let path = try (config ?? environment[ResolvedSettings.fileVariable]).map { path in
      do {
        return try SettingKind.path.value(path, in: folder).string
      } catch {
        throw ValidationError("The path of the configuration file is empty.")
      }
    }
    return try ResolvedSettings(
      flags: flags(and: more, in: folder), environment: environment,
      file: path.flatMap { $0 }.map { path throws(SettingsError) in try SettingsFile(path: path) }, folder: folder)
  }
}

extension Option where Value == String? {
  /// Creates the option of a declared setting, with the setting's flag and description.
  init<Declared>(_ key: KeyPath<DeclaredSettings, DeclaredSetting<Declared>>) {
    let setting = ServeSetting(key)
    self.init(
      name: setting.flag.map { .customLong($0) } ?? .long, help: setting.argumentHelp,
      completion: setting.kind == .path ? .file() : nil)
  }
}

extension Flag where Value == Bool {
  /// Creates the flag of a declared setting, with the setting's description.
  init(wrappedValue: Bool, _ key: KeyPath<DeclaredSettings, DeclaredSetting<Bool>>) {
    let setting = ServeSetting(key)
    self.init(
      wrappedValue: wrappedValue, name: setting.flag.map { .customLong($0) } ?? .long, help: ArgumentHelp(setting.help))
  }
}

extension ServeSetting {
  /// The description of the setting's flag: help texts show no Markdown, and name the default.
  fileprivate var argumentHelp: ArgumentHelp {
    let text = help.replacing("`", with: "") + " Default: \(defaultInWords(code: ""))."
    return ArgumentHelp(text, valueName: valueName ?? kind.valueName)
  }
}
