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
  package var code: String {
    switch self {
    case .unreadable: "settings_unreadable"
    case .unwritable: "settings_unwritable"
    case .unknownName: "unknown_setting"
    case .unusableValue: "unusable_setting"
    case .noFolder: "no_settings_folder"
    }
  }

  package var step: FlowStep { .configuration }

  package var category: ErrorCategory {
    switch self {
    case .unreadable, .unwritable: .system
    case .unknownName, .unusableValue, .noFolder: .mistake
    }
  }

  package var explanation: String {
    switch self {
    case .unreadable(let path, let reason): "The settings in \(path) could not be read: \(UntrustedText(reason))."
    case .unwritable(let path, let reason): "The settings could not be saved to \(path): \(UntrustedText(reason))."
    case .unknownName(let name, let path): "The setting \(name) does not exist, but \(path) sets it."
    case .unusableValue(let setting, let reason):
      "The value of the setting \(setting.rawValue) is not valid: \(reason)."
    case .noFolder: "No folder for settings was found: neither XDG_CONFIG_HOME nor HOME is an absolute path."
    }
  }

  package var remedy: String {
    switch self {
    case .unreadable, .unknownName: "Correct the file, or delete it and use `pixy config set`."
    case .unwritable: "Make sure that you own the folder and may write to it."
    case .unusableValue(let setting, _): "Use `pixy config set \(setting.rawValue) VALUE`, or `pixy config unset`."
    case .noFolder: "Set HOME to the absolute path of your home folder."
    }
  }
}
