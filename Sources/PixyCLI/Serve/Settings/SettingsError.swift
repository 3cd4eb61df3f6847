internal import OAuthCore

/// Why `pixy serve` can't be set up as asked. No case holds a value: one may have been meant for another place, and be a secret.
enum SettingsError: Error, Hashable {
  /// The configuration file can't be read; the system's word.
  case fileUnreadable(path: String, cause: String)
  /// The configuration file is no JSON object.
  case fileNotJSON(path: String, cause: String)
  /// There is no such setting.
  case unknown(SettingSource)
  /// A value can't be used; the problem ends a sentence that begins with the place.
  case unfit(SettingSource, problem: String)
  /// What is set for pages doesn't fit them, as a whole sentence.
  case pages(String)
  /// Settings that don't go together, as a whole sentence.
  case conflict(String)
  /// A setting is missing, as a whole sentence.
  case missing(String)
}

extension SettingsError: ExplainedError {
  var code: String {
    switch self {
    case .fileUnreadable: "configuration_unreadable"
    case .fileNotJSON: "configuration_not_json"
    case .unknown: "setting_unknown"
    case .unfit: "setting_unfit"
    case .pages: "page_settings_unfit"
    case .conflict: "settings_conflict"
    case .missing: "setting_missing"
    }
  }

  var step: FlowStep { .configuration }

  var explanation: String {
    switch self {
    case .fileUnreadable(let path, let cause): "The configuration file \(UntrustedText(path)) can't be read: \(cause)."
    case .fileNotJSON(let path, let cause):
      "The configuration file \(UntrustedText(path)) is not a JSON object: \(cause)."
    case .unknown(let source): "There is no setting for \(UntrustedText("\(source)"))."
    case .unfit(let source, let problem): "The value of \(UntrustedText("\(source)")) \(problem)."
    case .pages(let sentence), .conflict(let sentence), .missing(let sentence): sentence
    }
  }

  var remedy: String {
    switch self {
    case .fileUnreadable: "Give the path of a file that this user may read."
    case .fileNotJSON: "Write one object, each member once, as Documentation/Guides/Serving.md shows."
    case .unknown: "Documentation/Guides/Serving.md lists every setting and how it is spelt."
    case .unfit: "Documentation/Guides/Serving.md lists the values that it accepts."
    case .pages: "Documentation/Guides/Pages.md describes the files and their names."
    case .conflict: "Leave one of them out."
    case .missing: "Set it by a flag, an environment variable or the configuration file."
    }
  }
}
