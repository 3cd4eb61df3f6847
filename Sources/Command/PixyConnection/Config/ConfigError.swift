package import OAuthCore

/// A failure to read, change or save the settings.
package enum ConfigError: Error, Equatable {
  /// The file is not in the format that `pixy config` writes.
  case unreadable(String, reason: String)
  /// The file can't be written.
  case unwritable(String, reason: String)
  /// The file sets a setting that does not exist. The second value is the file's path.
  case unknownName(UntrustedText, String)
  /// The setting does not accept this value.
  case unusableValue(Setting, reason: String)
  /// The environment names no folder for settings.
  case noFolder
}

extension ConfigError: ExplainedError {
  /// The facts of each case.
  package var facts: ErrorFacts {
    let fileRemedy = "Correct the file, or delete it and use `pixy config set`."
    return switch self {
    case .unreadable(let path, let reason):
      ErrorFacts(
        "settings_unreadable", at: .configuration, .system,
        "The settings in \(path) could not be read: \(UntrustedText(reason)).",
        remedy: fileRemedy)
    case .unwritable(let path, let reason):
      ErrorFacts(
        "settings_unwritable", at: .configuration, .system,
        "The settings could not be saved to \(path): \(UntrustedText(reason)).",
        remedy: "Make sure that you own the folder and may write to it.")
    case .unknownName(let name, let path):
      ErrorFacts(
        "unknown_setting", at: .configuration, .mistake, "The setting \(name) does not exist, but \(path) sets it.",
        remedy: fileRemedy)
    case .unusableValue(let setting, let reason):
      ErrorFacts(
        "unusable_setting", at: .configuration, .mistake,
        "The value of the setting \(setting.rawValue) is not valid: \(reason).",
        remedy: "Use `pixy config set \(setting.rawValue) VALUE`, or `pixy config unset`.")
    case .noFolder:
      ErrorFacts(
        "no_settings_folder", at: .configuration, .mistake,
        "No folder for settings was found: neither XDG_CONFIG_HOME nor HOME is an absolute path.",
        remedy: "Set HOME to the absolute path of your home folder.")
    }
  }
}
