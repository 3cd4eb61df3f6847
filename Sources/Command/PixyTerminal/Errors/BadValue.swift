package import OAuthCore

/// A value that was given in the right place and can't be used: a file that can't be read, or a
/// password that is too short. The usage of the command would not help.
package struct BadValue: Error {
  package let explanation: String

  package init(_ explanation: String) { self.explanation = explanation }
}

extension BadValue: ExplainedError {
  package var code: String { "bad_value" }
  package var step: FlowStep { .configuration }
  package var category: ErrorCategory { .mistake }
  package var remedy: String { "Correct it and try again." }
}
