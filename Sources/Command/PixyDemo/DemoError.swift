internal import OAuthCore

/// A failure of the demonstration.
enum DemoError: Error {
  /// A step succeeded that must be rejected, or the other way round.
  case unexpected(String)
}

extension DemoError: ExplainedError {
  var code: String { "demo_unexpected" }
  var step: FlowStep { .token }

  var category: ErrorCategory { .invalidInput }
  var explanation: String {
    switch self {
    case .unexpected(let what): "The demonstration failed: \(what)."
    }
  }

  var remedy: String { "This is a defect in Pixy; please report it with the transcript above." }
}
