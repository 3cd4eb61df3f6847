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
  package var code: String {
    switch self {
    case .tooLarge: "trace_too_large"
    case .notJSON: "trace_not_json"
    case .notATrace: "not_a_trace"
    case .anotherVersion: "trace_version_unknown"
    case .malformed: "trace_malformed"
    case .tooManySteps: "trace_too_many_steps"
    }
  }

  package var step: FlowStep { .configuration }

  package var category: ErrorCategory { .invalidInput }
  package var explanation: String {
    switch self {
    case .tooLarge(let limit): "The file is too large to be a saved trace: it has more than \(limit) bytes."
    case .notJSON(let cause): "The file is not a saved trace. \(cause.explanation)"
    case .notATrace: "The file is JSON, but not a saved trace: it has no \"trace\": \"pixy\"."
    case .anotherVersion(let version):
      "The trace has version \(version), but this pixy reads version \(Trace.version) only."
    case .malformed(let part): "The trace could not be read: its \(part) is missing or malformed."
    case .tooManySteps(let limit): "The trace is too long: it has more than \(limit) steps."
    }
  }

  package var remedy: String {
    switch self {
    case .anotherVersion: "Read it with the version of pixy that saved it, or a newer one."
    default: "Save a trace with --trace-file FILE."
    }
  }
}
