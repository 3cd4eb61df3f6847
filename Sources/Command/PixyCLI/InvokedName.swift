/// The name by which `pixy` was invoked. git and docker call their helpers by names of their own.
enum InvokedName {
  /// Returns the arguments that a name stands for.
  ///
  /// - Parameter arguments: The process's arguments, with its name first.
  /// - Returns: `nil` for any other name, whose arguments stay unchanged.
  static func arguments(of arguments: [String]) -> [String]? {
    switch arguments.first?.split(separator: "/").last {
    case "git-credential-pixy"?: ["git-credential"] + arguments.dropFirst()
    case "docker-credential-pixy"?: ["docker-credential"] + arguments.dropFirst()
    default: nil
    }
  }
}
