internal import FoundationBasics
internal import OAuthCore

/// The message about an error on standard error: a sentence for users, or one line of JSON if the
/// command's output is JSON.
package enum ErrorReport {
  /// Whether this process's command line asks for JSON. Words after `--` belong to another program.
  package static let isJSON = ProcessInfo.processInfo.arguments.prefix { $0 != "--" }.contains("--json")

  /// Returns the message.
  ///
  /// - Parameters:
  ///   - error: The error. The text of an unknown one is made safe to display.
  ///   - asJSON: Whether the message is JSON.
  package static func text(of error: any Error, asJSON: Bool = isJSON) -> String {
    let explainedError = error as? any ExplainedError
    let message = explainedError?.explanation ?? plainText(of: error)
    let remedy = explainedError.map { TerminalRemedy.text(for: $0) }
    guard asJSON else { return "pixy: \(message)" + (remedy.map { " \($0)" } ?? "") }
    return json(code: explainedError?.code ?? code(of: error), message: message, remedy: remedy)
  }

  /// Returns the JSON of a message: `{"error":{"code":…,"message":…,"remedy":…}}`.
  package static func json(code: String, message: String, remedy: String? = nil) -> String {
    var members: [String: JSONValue] = ["code": .string(code), "message": .string(message)]
    members["remedy"] = remedy.map { .string($0) }
    return JSONValue.object(["error": .object(members)]).shownText
  }

  private static func plainText(of error: any Error) -> String {
    switch error {
    case is CancellationError, is Interrupted: "cancelled."
    default: UntrustedText("\(error)").description
    }
  }

  private static func code(of error: any Error) -> String {
    switch error {
    case is CancellationError, is Interrupted: "cancelled"
    default: "failure"
    }
  }
}
