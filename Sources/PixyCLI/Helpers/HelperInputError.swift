internal import OAuthCore

/// Why a helper can't read what the program that called it wrote. No case holds a value: passwords are among them.
enum HelperInputError: Error, Hashable {
  /// There is more than any caller has to say.
  case tooLong(limit: Int)
  /// A line is no attribute; counted from 1.
  case malformedLine(Int)
  /// What is there isn't what the protocol has, as the end of a sentence that begins with the protocol's name.
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

  var explanation: String {
    switch self {
    case .tooLong(let limit): "What the calling program wrote has more than \(limit) octets."
    case .malformedLine(let line): "Line \(line) of what the calling program wrote is no attribute with a value."
    case .unreadable(let sentence): sentence
    }
  }

  var remedy: String { "Documentation/Guides/Helpers.md shows how each program calls pixy." }
}
