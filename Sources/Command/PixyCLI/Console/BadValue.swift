internal import OAuthCore

/// A value that was given in the right place and can't be used: a file that can't be read, or a
/// password that is too short. The usage of the command would not help.
struct BadValue: Error {
  let explanation: String

  init(_ explanation: String) { self.explanation = explanation }
}

extension BadValue: ExplainedError {
  var code: String { "bad_value" }
  var step: FlowStep { .configuration }
  var category: ErrorCategory { .mistake }
  var remedy: String { "Correct it and try again." }
}
