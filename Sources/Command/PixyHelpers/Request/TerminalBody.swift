internal import OAuthCore
internal import PixyTerminal

/// The body of an answer as a terminal shows it.
enum TerminalBody {
  /// Returns the body: indented if it is a JSON object or array, and with a line break at its end.
  static func bytes(of body: [UInt8]) -> [UInt8] {
    let shown = JSONIndentation.text(of: body).map { Array($0.utf8) } ?? body
    return shown.isEmpty || shown.last == UInt8(ascii: "\n") ? shown : shown + [UInt8(ascii: "\n")]
  }
}
