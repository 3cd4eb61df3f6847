internal import OAuthCore

/// Why settings can't be read, set or kept.
enum ConfigError: Error, Equatable {
  /// The file isn't what `pixy config` writes.
  case unreadable(String, reason: String)
  /// The file can't be written.
  case unwritable(String, reason: String)
  /// The file sets something that there isn't.
  case unknownName(UntrustedText, String)
  /// A setting doesn't take this value.
  case unusableValue(Setting, reason: String)
  /// The environment names no folder for settings.
  case noFolder
}

extension ConfigError: ExplainedError {
  var code: String {
    switch self {
    case .unreadable: "settings_unreadable"
    case .unwritable: "settings_unwritable"
    case .unknownName: "unknown_setting"
    case .unusableValue: "unusable_setting"
    case .noFolder: "no_settings_folder"
    }
  }

  var step: FlowStep { .configuration }

  var explanation: String {
    switch self {
    case .unreadable(let path, let reason): "The settings in \(path) cannot be read: \(UntrustedText(reason))."
    case .unwritable(let path, let reason): "The settings cannot be written to \(path): \(UntrustedText(reason))."
    case .unknownName(let name, let path): "There is no setting \(name), which \(path) has."
    case .unusableValue(let setting, let reason): "The setting \(setting.rawValue) does not take that: \(reason)."
    case .noFolder: "There is no folder for settings: neither XDG_CONFIG_HOME nor HOME is an absolute path."
    }
  }

  var remedy: String {
    switch self {
    case .unreadable, .unknownName: "Correct the file, or delete it and use `pixy config set`."
    case .unwritable: "Make the folder yours and writable."
    case .unusableValue(let setting, _): "Use `pixy config set \(setting.rawValue) VALUE`, or `pixy config unset`."
    case .noFolder: "Set HOME."
    }
  }
}
