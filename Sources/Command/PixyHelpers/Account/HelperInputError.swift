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
  /// The facts of each case.
  var facts: ErrorFacts {
    let row = ErrorFacts.Row(
      at: .configuration, .invalidInput,
      remedy: "`pixy help` with the name of the helper shows how the program calls it.")
    return switch self {
    case .tooLong(let limit):
      row("helper_input_too_long", "The calling program's input is too long: it has more than \(limit) bytes.")
    case .malformedLine(let line):
      row("helper_input_malformed_line", "Line \(line) of the calling program's input is not name=value.")
    case .unreadable(let sentence): row("helper_input_unreadable", sentence)
    }
  }
}
