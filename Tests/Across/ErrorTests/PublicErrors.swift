import OAuthCore

/// A value of each case of every public error type.
enum PublicErrors {
  /// A text from outside with a terminal escape, a line break and a character that reorders text.
  static let hostile = "x\u{1B}[2J\r\n\u{202E}y"

  /// An error of a program's own transport, whose description quotes what was sent.
  struct Careless: Error, CustomStringConvertible {
    static let secret = "rt-5e6f7a8b9c"
    var description: String { "refused: refresh_token=\(Self.secret)" }
  }

  static let all: [any ExplainedError] = core + verification + client + providers + server + support + web

  /// The values by the names of their types, such as `OAuth.CallbackError`.
  static let byType: [String: [any ExplainedError]] = Dictionary(grouping: all) { String(reflecting: type(of: $0)) }
}
