internal import ArgumentParser
internal import OAuthCore
internal import OAuthServer
internal import OAuthUserAgent

/// A setting for all later commands, with its name, help text and rule for values.
package enum Setting: String, CaseIterable, Sendable, ExpressibleByArgument {
  case browser
  case clientDocument = "client-document"
  case port

  /// The purpose and the accepted values, as `pixy config --help` prints them.
  var help: String {
    switch self {
    case .browser:
      "Command that opens URLs. `none` opens no browser. The variable BROWSER takes precedence."
    case .clientDocument:
      """
      URL of the document that `pixy client-document` printed: the client ID for protected resources whose server \
      accepts such documents. The variable PIXY_CLIENT_DOCUMENT takes precedence.
      """
    case .port:
      "Port of the redirect URI on this machine, for servers that compare it. 0 means any free port."
    }
  }

  /// Checks a value.
  /// - Returns: The value in the form in which it is stored.
  /// - Throws: ``ConfigError/unusableValue(_:reason:)``.
  func checked(_ value: String) throws(ConfigError) -> String {
    switch self {
    case .browser:
      guard value == BrowserPlace.none || BrowserCommands(value) != nil else {
        throw .unusableValue(self, reason: "use the command of a graphical browser, or none")
      }
      return value
    case .clientDocument:
      guard ClientDocumentAddress(value) != nil else {
        throw .unusableValue(self, reason: "use an https URL with a path, such as https://example.com/pixy.json")
      }
      return value
    case .port:
      guard let port = Int(value), (0...65_535).contains(port) else {
        throw .unusableValue(self, reason: "use a number from 0 to 65535")
      }
      return String(port)
    }
  }
}
