internal import OAuthCore

/// Why a file isn't read as a saved trace. It never carries any of the file.
enum TraceError: Error, Sendable, Hashable {
  /// The file has more octets than are read.
  case tooLarge(limit: Int)
  /// The file isn't JSON, or is nested too deeply.
  case notJSON(JSONError)
  /// It is JSON, but nothing says that it is a trace of Pixy's.
  case notATrace
  /// A newer Pixy wrote it, or none.
  case anotherVersion(Int64)
  /// Something of it is missing or has another type.
  case malformed(String)
  /// There are more steps than are read.
  case tooManySteps(limit: Int)
}

extension TraceError: ExplainedError {
  var code: String {
    switch self {
    case .tooLarge: "trace_too_large"
    case .notJSON: "trace_not_json"
    case .notATrace: "not_a_trace"
    case .anotherVersion: "trace_version_unknown"
    case .malformed: "trace_malformed"
    case .tooManySteps: "trace_too_many_steps"
    }
  }

  var step: FlowStep { .configuration }

  var explanation: String {
    switch self {
    case .tooLarge(let limit): "The file has more than \(limit) octets, which no saved trace has."
    case .notJSON(let cause): "The file is no saved trace: \(cause)."
    case .notATrace: "The file is JSON, but no saved trace: it has no \"trace\": \"pixy\"."
    case .anotherVersion(let version):
      "The trace is of version \(version), and this pixy reads version \(Trace.version)."
    case .malformed(let part): "The trace cannot be read: its \(part) is missing or is not what it should be."
    case .tooManySteps(let limit): "The trace has more than \(limit) steps."
    }
  }

  var remedy: String {
    switch self {
    case .anotherVersion: "Read it with the pixy that saved it, or a newer one."
    default: "Save one with --trace-file FILE."
    }
  }
}
