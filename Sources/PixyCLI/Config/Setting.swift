internal import ArgumentParser
internal import OAuthCore
internal import OAuthUserAgent

/// What a person can set for all later commands. Names, meanings and rules are here and nowhere else.
enum Setting: String, CaseIterable, Sendable, ExpressibleByArgument {
  case browser
  case port

  /// What it is for and what it takes, as `pixy config --help` says it.
  var help: String {
    switch self {
    case .browser:
      "The command that opens addresses, as BROWSER has it (which comes first); `none` opens none."
    case .port: "The port of the redirect URI on this machine, for servers that compare it; 0 takes any free one."
    }
  }

  /// Checks a value.
  /// - Returns: the value as it is kept.
  /// - Throws: ``ConfigError/unusableValue(_:reason:)``.
  func checked(_ value: String) throws(ConfigError) -> String {
    switch self {
    case .browser:
      guard value == BrowserPlace.none || BrowserCommands(value) != nil else {
        throw .unusableValue(self, reason: "it takes a command, which is no text browser, or none")
      }
      return value
    case .port:
      guard let port = Int(value), (0...65_535).contains(port) else {
        throw .unusableValue(self, reason: "it takes a number from 0 to 65535")
      }
      return String(port)
    }
  }
}
