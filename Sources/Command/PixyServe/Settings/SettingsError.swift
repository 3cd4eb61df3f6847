internal import OAuthCore

/// The reason why `pixy serve` can't start with its settings. No case contains a value: a misplaced
/// value may be a secret.
enum SettingsError: Error, Hashable {
  /// The configuration file could not be read, with the system's reason.
  case fileUnreadable(path: String, cause: String)
  /// The configuration file is not a JSON object.
  case fileNotJSON(path: String, cause: String)
  /// A setting that doesn't exist.
  case unknown(SettingSource)
  /// A value in the place of a group of settings, with the names of the group's settings.
  case group(SettingSource, settings: [String])
  /// An invalid value. The problem ends a sentence that begins with the source.
  case invalid(SettingSource, problem: String)
  /// Page texts or templates that don't fit the pages, as a whole sentence.
  case pages(String)
  /// Settings that contradict each other, as a whole sentence.
  case conflict(String)
  /// A missing setting, as a whole sentence.
  case missing(String)
}

extension SettingsError: ExplainedError {
  var code: String {
    switch self {
    case .fileUnreadable: "configuration_unreadable"
    case .fileNotJSON: "configuration_not_json"
    case .unknown: "setting_unknown"
    case .group: "setting_is_group"
    case .invalid: "setting_unfit"
    case .pages: "page_settings_unfit"
    case .conflict: "settings_conflict"
    case .missing: "setting_missing"
    }
  }

  var step: FlowStep { .configuration }

  var category: ErrorCategory { .mistake }
  var explanation: String {
    switch self {
    case .fileUnreadable(let path, let cause):
      "The configuration file \(UntrustedText(path)) could not be read: \(cause)."
    case .fileNotJSON(let path, let cause):
      "The configuration file \(UntrustedText(path)) is not a JSON object. \(cause)"
    case .unknown(let source): "There is no setting for \(UntrustedText("\(source)"))."
    case .group(let source, _):
      "\(UntrustedText("\(source)")) is a group of settings, and has no value itself."
    case .invalid(let source, let problem): "The value of \(UntrustedText("\(source)")) \(problem)."
    case .pages(let sentence), .conflict(let sentence), .missing(let sentence): sentence
    }
  }

  var remedy: String {
    switch self {
    case .fileUnreadable: "Give the path of a file that this user may read."
    case .fileNotJSON: "Write one object with each member once, as \(ServeSetting.guide) shows."
    case .unknown(let source):
      (source.suggestion.map { "Did you mean \($0)? " } ?? "") + "\(ServeSetting.guide) lists every setting."
    case .group(_, let settings): "Set one or more of its settings: \(settings.joined(separator: ", "))."
    case .invalid: "\(ServeSetting.guide) lists the values that it accepts."
    case .pages: "Documentation/Guides/Pages.md describes the files and their names."
    case .conflict: "Change or remove one of the two."
    case .missing: "Set it with a flag, an environment variable or the configuration file."
    }
  }
}
