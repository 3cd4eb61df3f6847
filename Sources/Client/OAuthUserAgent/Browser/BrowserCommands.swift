#if LOOPBACK
/// Commands that open a URL, tried in order.
public struct BrowserCommands: Sendable, Hashable {
  /// The commands with their arguments. `%s` in an argument stands for the URL; without it, the URL
  /// is the last argument.
  let commands: [[String]]

  /// Parses a text in the format of the variable `BROWSER`: commands separated by `:`, words by
  /// spaces. No shell interprets it.
  ///
  /// - Parameter text: The commands, for example `firefox:chromium --incognito`. An argument can't
  ///   contain a space.
  /// - Returns: `nil` if the text names no command, or only text browsers, which would draw over
  ///   the program's output.
  public init?(_ text: String) {
    commands = text.split(separator: ":").map { $0.split(separator: " ").map(String.init) }
      .filter { command in command.first.map { !Self.isTextBrowser($0) } ?? false }
    guard !commands.isEmpty else { return nil }
  }

  init(commands: [[String]]) {
    self.commands = commands
  }

  /// Returns whether a command is a browser that needs a terminal, according to its name.
  static func isTextBrowser(_ command: String) -> Bool {
    textBrowsers.contains(command.split(separator: "/").last.map(String.init) ?? "")
  }

  // `www-browser` is Debian's name for the installed text browser.
  private static let textBrowsers: Set = [
    "browsh", "carbonyl", "chawan", "edbrowse", "elinks", "links", "links2", "lynx", "netrik", "retawq", "w3m",
    "www-browser",
  ]

  /// The command that opens URLs on this system's desktop.
  static let desktop: BrowserCommands = {
    #if os(macOS)
    BrowserCommands(commands: [["open"]])
    #else
    BrowserCommands(commands: [["xdg-open"]])
    #endif
  }()

  /// The commands that open URLs in Windows: wslu's command, or else PowerShell, which interprets
  /// its argument as code.
  static let windows = BrowserCommands(commands: [
    ["wslview"], ["powershell.exe", "-NoProfile", "-NonInteractive", "-Command", "Start-Process '%s'"],
  ])

  /// Returns the arguments of a command for a URL.
  static func arguments(_ command: [String], _ url: String) -> [String] {
    let arguments = command.dropFirst()
    guard arguments.contains(where: { $0.contains("%s") }) else { return arguments + [url] }
    // An apostrophe would end PowerShell's string literal. In a URL it can also be written as %27
    // (RFC 3986 §2.2).
    return arguments.map { argument in
      guard let range = argument.firstRange(of: "%s") else { return argument }
      let isQuoted = argument[..<range.lowerBound].hasSuffix("'")
      return argument[..<range.lowerBound] + (isQuoted ? url.replacing("'", with: "%27") : url)
        + argument[range.upperBound...]
    }
  }
}
#endif
