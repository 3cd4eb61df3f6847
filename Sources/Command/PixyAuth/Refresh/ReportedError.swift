package import ArgumentParser
package import OAuthCore
package import PixyTerminal

/// An error of another process of `pixy`, with the same texts and the same exit status.
package struct ReportedError: ExplainedError, TerminalError, UncertainOutcome, FastClockError, Hashable {
  package let facts: ErrorFacts
  /// The exit status of a command that ends with the error.
  package let status: Int32
  package var exitStatus: ExitCode? { ExitCode(status) }
  package let mayHaveSucceeded: Bool
  package let secondsFast: Int64?
  /// The subject of a refused refresh; `nil` for any other error.
  package let refusalSubject: RefusalSubject?
  /// The other process has named the options already.
  package var terminalRemedy: TerminalRemedy? { TerminalRemedy(complete: remedy) }

  /// Describes an error of this process.
  package init(_ error: any Error) {
    let explainedError = error as? any ExplainedError
    facts = ErrorFacts(
      explainedError?.code ?? "unknown", at: explainedError?.step ?? .token, ErrorCategory(of: error) ?? .refused,
      // Only the type, because other errors' descriptions may contain secrets.
      explainedError?.explanation ?? "The cause is \(type(of: error)).",
      remedy: explainedError.map { TerminalRemedy.text(for: $0) } ?? "Check the client's registration.")
    status = ExitStatus.status(of: error).rawValue
    mayHaveSucceeded = (error as? any UncertainOutcome)?.mayHaveSucceeded ?? false
    secondsFast = (error as? any FastClockError)?.secondsFast
    refusalSubject = RefusalSubject(of: error)
  }

  /// The members that another process reads.
  package var json: JSONValue {
    [
      "code": .string(code), "step": .string(step.rawValue), "category": .string(category.rawValue),
      "explanation": .string(explanation), "remedy": .string(remedy), "status": .integer(Int64(status)),
      "may_have_succeeded": .bool(mayHaveSucceeded),
      "seconds_fast": secondsFast.map { .integer($0) } ?? .null,
      "refusal_subject": refusalSubject.map { .string($0.rawValue) } ?? .null,
    ]
  }

  /// Reads ``json``; `nil` if it is something else.
  package init?(_ json: JSONValue?) {
    guard let members = json?.object, let code = members["code"]?.string,
      let step = members["step"]?.string.flatMap(FlowStep.init(rawValue:)),
      let category = members["category"]?.string.flatMap(ErrorCategory.init(rawValue:)),
      let explanation = members["explanation"]?.string, let remedy = members["remedy"]?.string,
      case .integer(let status)? = members["status"], let status = Int32(exactly: status)
    else { return nil }
    facts = ErrorFacts(code, at: step, category, explanation, remedy: remedy)
    self.status = status
    mayHaveSucceeded = members["may_have_succeeded"] == true
    if case .integer(let seconds)? = members["seconds_fast"] {
      secondsFast = seconds
    } else {
      secondsFast = nil
    }
    refusalSubject = members["refusal_subject"]?.string.flatMap(RefusalSubject.init(rawValue:))
  }
}
