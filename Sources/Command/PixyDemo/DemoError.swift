internal import OAuthCore

/// A failure of the demonstration.
enum DemoError: Error {
  /// A step succeeded that must be rejected, or the other way round.
  case unexpected(String)
}

extension DemoError: ExplainedError {
  var facts: ErrorFacts {
    switch self {
    case .unexpected(let what):
      ErrorFacts(
        "demo_unexpected", at: .token, .invalidInput, "The demonstration failed: \(what).",
        remedy: "This is a defect in Pixy; please report it with the transcript above.")
    }
  }
}
