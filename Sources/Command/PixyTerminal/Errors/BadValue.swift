package import OAuthCore

/// A value that was given in the right place and can't be used: a file that can't be read, or a
/// password that is too short. The usage of the command would not help.
package struct BadValue: ExplainedError {
  package let facts: ErrorFacts

  package init(_ explanation: String, remedy: String) {
    facts = ErrorFacts("bad_value", at: .configuration, .mistake, explanation, remedy: remedy)
  }
}
