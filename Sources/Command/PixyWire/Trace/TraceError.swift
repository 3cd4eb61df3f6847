package import OAuthCore

/// A file that can't be read as a saved trace. The error contains nothing from the file.
package enum TraceError: Error, Sendable, Hashable {
  /// The file is larger than the limit.
  case tooLarge(limit: Int)
  /// The file isn't JSON, or is nested too deeply.
  case notJSON(JSONError)
  /// The file is JSON, but not marked as a trace of Pixy.
  case notATrace
  /// The trace has another version.
  case anotherVersion(Int64)
  /// A part is missing or has another type.
  case malformed(String)
  /// The trace has more steps than the limit.
  case tooManySteps(limit: Int)
}

extension TraceError: ExplainedError {
  /// The facts of each case.
  package var facts: ErrorFacts {
    let row = ErrorFacts.Row(at: .configuration, .invalidInput, remedy: "Save a trace with --trace-file FILE.")
    return switch self {
    case .tooLarge(let limit):
      row("trace_too_large", "The file is too large to be a saved trace: it has more than \(limit) bytes.")
    case .notJSON(let cause): row("trace_not_json", "The file is not a saved trace. \(cause.explanation)")
    case .notATrace: row("not_a_trace", "The file is JSON, but not a saved trace: it has no \"trace\": \"pixy\".")
    case .anotherVersion(let version):
      row(
        "trace_version_unknown", "The trace has version \(version), but this pixy reads version \(Trace.version) only.",
        remedy: "Read it with the version of pixy that saved it, or a newer one.")
    case .malformed(let part):
      row("trace_malformed", "The trace could not be read: its \(part) is missing or malformed.")
    case .tooManySteps(let limit):
      row("trace_too_many_steps", "The trace is too long: it has more than \(limit) steps.")
    }
  }
}
