/// The source of a setting's value. Later cases win over earlier ones.
enum SettingSource: Hashable, CustomStringConvertible {
  /// The configuration file.
  case file(path: String, member: String)
  /// An environment variable.
  case variable(String)
  /// A flag of the command.
  case flag(String)

  var description: String {
    switch self {
    case .file(let path, let member): "\(member) in \(path)"
    case .variable(let name): "the environment variable \(name)"
    case .flag(let name): name
    }
  }
}
