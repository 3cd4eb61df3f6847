#if LOOPBACK
/// The place of the user's browser, which determines whether the program can open it.
public enum BrowserPlace: Sendable, Hashable {
  /// The user chose the command that opens URLs.
  case chosen(BrowserCommands)
  /// The user chose that no browser is opened.
  case declined
  /// This machine, which has a display.
  case here
  /// Windows, in which this Linux runs (WSL). Both share the loopback interface.
  case windows
  /// The other end of an SSH connection, even if the connection forwards windows.
  case remote(SSHConnection)
  /// Outside this container. The container's loopback interface can't be reached from there unless
  /// a port is published.
  case outsideContainer
  /// Unknown: this machine has no display, and a text browser would draw over the program's output.
  case elsewhere

  /// The value of `BROWSER` or of a setting that turns the browser off.
  public static let none = "none"

  /// Finds the place from, in this order: `BROWSER`, the user's setting, SSH, WSL, containers, and
  /// displays.
  ///
  /// Text browsers are ignored everywhere.
  ///
  /// - Parameters:
  ///   - surroundings: The program's environment.
  ///   - choice: The user's setting: commands in the format of `BROWSER`, or ``none``; `nil` if
  ///     there is no setting.
  public init(in surroundings: Surroundings, choice: String? = nil) {
    for text in [surroundings["BROWSER"], choice].compactMap({ $0 }) {
      if text == Self.none {
        self = .declined
        return
      }
      if let commands = BrowserCommands(text) {
        self = .chosen(commands)
        return
      }
    }
    self = Self.detected(in: surroundings)
  }

  /// Finds the place of the user's browser regardless of the user's choice.
  ///
  /// - Parameter surroundings: The program's environment.
  public static func detected(in surroundings: Surroundings) -> BrowserPlace {
    if let connection = SSHConnection(surroundings) { return .remote(connection) }
    // A container on WSL reports the kernel of WSL, but can't start Windows programs.
    if surroundings.isContainer { return surroundings.hasDisplay ? .here : .outsideContainer }
    if surroundings.isBesideWindows { return .windows }
    return surroundings.hasDisplay ? .here : .elsewhere
  }
}
#endif
