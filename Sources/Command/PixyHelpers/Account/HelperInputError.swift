internal import OAuthCore

/// Input of the calling program that a helper can't read. No case contains a value, because values
/// include passwords.
enum HelperInputError: Error, Hashable {
  /// The input is longer than the limit.
  case tooLong(limit: Int)
  /// A line is not an attribute. Lines are counted from 1.
  case malformedLine(Int)
  /// The input doesn't follow the protocol. The value is a complete sentence.
  case unreadable(String)
}

extension HelperInputError: ExplainedError {
  var code: String {
    switch self {
    case .tooLong: "helper_input_too_long"
    case .malformedLine: "helper_input_malformed_line"
    case .unreadable: "helper_input_unreadable"
    }
  }

  var step: FlowStep { .configuration }

  var category: ErrorCategory { .invalidInput }
  var explanation: String {
    switch self {
    case .tooLong(let limit): "The calling program's input is too long: it has more than \(limit) bytes."
    case .malformedLine(let line): "Line \(line) of the calling program's input is not name=value."
    case .unreadable(let sentence): sentence
    }
  }

  var remedy: String { "Documentation/Guides/Helpers.md shows how each program calls pixy." }
}
