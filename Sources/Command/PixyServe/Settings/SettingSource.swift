internal import PixyTerminal

/// The source of a setting's value.
enum SettingSource: Hashable, CustomStringConvertible {
  /// The configuration file.
  case file(path: String, member: String)
  /// An environment variable.
  case variable(String)
  /// A flag of the command.
  case flag(String)

  /// The similar name of a setting, for a source that names none; nil if there is no similar one.
  var suggestion: String? {
    switch self {
    case .file(_, let member): ServeSetting.suggestion(for: member)
    case .variable(let name): Spelling.closest(to: name, among: ServeSetting.all.map(\.variable))
    case .flag: nil
    }
  }

  var description: String {
    switch self {
    case .file(let path, let member): "\(member) in \(path)"
    case .variable(let name): "the environment variable \(name)"
    case .flag(let name): name
    }
  }
}
