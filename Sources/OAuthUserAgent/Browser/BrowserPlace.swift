#if Loopback
/// Where the browser of a program's person is, and so whether the program can open it.
public enum BrowserPlace: Sendable, Hashable {
  /// The person said which command opens addresses.
  case chosen(BrowserCommands)
  /// The person said that none is to be opened.
  case declined
  /// Here: this machine has a display.
  case here
  /// In Windows, beside this Linux (WSL), on the same loopback interface.
  case windows
  /// At the other end of an SSH connection, also if windows could be opened through it.
  case remote(SSHConnection)
  /// Outside of this container, from where its loopback interface can't be reached unless somebody made a way.
  case outsideContainer
  /// Somewhere else: this machine has no display, and a text browser would draw over what the person reads.
  case elsewhere

  /// The word of a setting, or of `BROWSER`, that says that no browser is to be opened.
  public static let none = "none"

  /// Finds out, in this order: `BROWSER`, what the person chose for good, then SSH, WSL, containers, and displays.
  ///
  /// Text browsers are passed over wherever they are named.
  /// - Parameters:
  ///   - surroundings: where the program runs.
  ///   - choice: what the person set: commands as `BROWSER` has them, or ``none``; `nil` if nothing.
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

  /// Finds out without what the person chose: where their browser is, even if they want none opened, or another one.
  ///
  /// - Parameter surroundings: where the program runs.
  public static func detected(in surroundings: Surroundings) -> BrowserPlace {
    if let connection = SSHConnection(surroundings) { return .remote(connection) }
    // A container on Windows' Linux has that kernel's name, and can't start Windows' programs.
    if surroundings.isContainer { return surroundings.hasDisplay ? .here : .outsideContainer }
    if surroundings.isBesideWindows { return .windows }
    return surroundings.hasDisplay ? .here : .elsewhere
  }
}
#endif
