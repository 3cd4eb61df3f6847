#if Loopback
/// Commands that open an address, tried in order.
public struct BrowserCommands: Sendable, Hashable {
  /// Each command and its arguments; `%s` in one stands for the address, which comes last otherwise.
  let commands: [[String]]

  /// Reads a text as `BROWSER` has it: commands separated by `:`, words by spaces. No shell reads it.
  /// - Parameter text: for example `firefox:chromium --incognito`. An argument can't have a space in it.
  /// - Returns: `nil` if there is no command in it, or none but text browsers, which would draw over what the person reads.
  public init?(_ text: String) {
    commands = text.split(separator: ":").map { $0.split(separator: " ").map(String.init) }
      .filter { command in command.first.map { !Self.isTextBrowser($0) } ?? false }
    guard !commands.isEmpty else { return nil }
  }

  init(commands: [[String]]) {
    self.commands = commands
  }

  /// Whether a command is a browser that needs a terminal, by its name.
  static func isTextBrowser(_ command: String) -> Bool {
    textBrowsers.contains(command.split(separator: "/").last.map(String.init) ?? "")
  }

  // `www-browser` is Debian's name for whichever of them there is.
  private static let textBrowsers: Set = [
    "browsh", "carbonyl", "chawan", "edbrowse", "elinks", "links", "links2", "lynx", "netrik", "retawq", "w3m",
    "www-browser",
  ]

  /// What opens addresses on this system's desktop.
  static let desktop: BrowserCommands = {
    #if os(macOS)
    BrowserCommands(commands: [["open"]])
    #else
    BrowserCommands(commands: [["xdg-open"]])
    #endif
  }()

  /// What opens addresses in Windows: wslu's command, or else PowerShell, which reads its argument as a program.
  static let windows = BrowserCommands(commands: [
    ["wslview"], ["powershell.exe", "-NoProfile", "-NonInteractive", "-Command", "Start-Process '%s'"],
  ])

  /// The arguments of a command for an address.
  static func arguments(_ command: [String], _ url: String) -> [String] {
    let arguments = command.dropFirst()
    guard arguments.contains(where: { $0.contains("%s") }) else { return arguments + [url] }
    // Doubled, an apostrophe doesn't end PowerShell's text; in an address it may be written as %27 as well (RFC 3986 §2.2).
    return arguments.map { argument in
      guard let range = argument.firstRange(of: "%s") else { return argument }
      let isQuoted = argument[..<range.lowerBound].hasSuffix("'")
      return argument[..<range.lowerBound] + (isQuoted ? url.replacing("'", with: "%27") : url)
        + argument[range.upperBound...]
    }
  }
}
#endif
