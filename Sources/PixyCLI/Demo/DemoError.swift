internal import OAuthCore

/// The demonstration didn't show what it is there to show.
enum DemoError: Error {
  /// A step that must be refused wasn't, or the other way round.
  case unexpected(String)
}

extension DemoError: ExplainedError {
  var code: String { "demo_unexpected" }
  var step: FlowStep { .token }

  var explanation: String {
    switch self {
    case .unexpected(let what): "The demonstration went wrong: \(what)."
    }
  }

  var remedy: String { "This is a defect in Pixy; please report it with the transcript above." }
}
