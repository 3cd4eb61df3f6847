/// Where the value of a setting came from. The later ones win over the earlier ones.
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
