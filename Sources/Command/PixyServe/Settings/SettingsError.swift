internal import FoundationBasics
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
  /// A clock that is behind the newest record of the database, by the time `lead`.
  case clockBehind(now: Date, newest: Date, lead: Duration)
}

extension SettingsError: ExplainedError {
  /// The facts of each case.
  var facts: ErrorFacts {
    let row = ErrorFacts.Row(at: .configuration, .mistake)
    return switch self {
    case .fileUnreadable(let path, let cause):
      row(
        "configuration_unreadable", "The configuration file \(UntrustedText(path)) could not be read: \(cause).",
        remedy: "Give the path of a file that this user may read.")
    case .fileNotJSON(let path, let cause):
      row(
        "configuration_not_json", "The configuration file \(UntrustedText(path)) is not a JSON object. \(cause)",
        remedy: "Write one object with each member once, as \(ServeSetting.guide) shows.")
    case .unknown(let source):
      row(
        "setting_unknown", "There is no setting for \(UntrustedText("\(source)")).",
        remedy: (source.suggestion.map { "Did you mean \($0)? " } ?? "") + "\(ServeSetting.guide) lists every setting.")
    case .group(let source, let settings):
      row(
        "setting_is_group", "\(UntrustedText("\(source)")) is a group of settings, and has no value itself.",
        remedy: "Set one or more of its settings: \(settings.joined(separator: ", ")).")
    case .invalid(let source, let problem):
      row(
        "setting_unfit", "The value of \(UntrustedText("\(source)")) \(problem).",
        remedy: "\(ServeSetting.guide) lists the values that it accepts.")
    case .pages(let sentence):
      row("page_settings_unfit", sentence, remedy: "\(ServeSetting.pagesGuide) describes the files and their names.")
    case .conflict(let sentence): row("settings_conflict", sentence, remedy: "Change or remove one of the two.")
    case .clockBehind(let now, let newest, let lead):
      row(
        "clock_behind",
        """
        The clock says \(now.formatted(.iso8601)), and the newest record in the database is of \
        \(newest.formatted(.iso8601)): tokens and sessions that had expired would be valid again.
        """,
        remedy: """
          Set the clock, with PostgreSQL that of its machine. If it is right, the record is of a time when it was \
          ahead: start the server with --set clock_tolerance=\(lead.components.seconds).
          """)
    case .missing(let sentence):
      row("setting_missing", sentence, remedy: "Set it with a flag, an environment variable or the configuration file.")
    }
  }
}
