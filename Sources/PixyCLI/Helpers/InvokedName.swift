/// What `pixy` is called by, where git and docker call their helpers by names of their own.
enum InvokedName {
  /// The arguments that a name stands for.
  ///
  /// - Parameter arguments: the process's, its name first.
  /// - Returns: `nil` for any other name: the arguments are as they are then.
  static func arguments(of arguments: [String]) -> [String]? {
    switch arguments.first?.split(separator: "/").last {
    case "git-credential-pixy"?: ["git-credential"] + arguments.dropFirst()
    case "docker-credential-pixy"?: ["docker-credential"] + arguments.dropFirst()
    default: nil
    }
  }
}
