internal import OAuthCore

/// The explanation of a trace: each step with its specification, the purpose of its parameters, the
/// checks and the findings.
///
/// It depends on the trace only and sends no request. Every text from the trace is made safe to
/// print.
package struct Explanation: Sendable {
  /// One step of the trace.
  struct Step: Sendable, Hashable {
    let number: Int
    let step: WireStep
    let content: [String]
    let findings: [WireFinding]
  }

  package let trace: Trace
  private(set) var steps: [Step] = []

  package init(_ trace: Trace) {
    self.trace = trace
    var endpoints = KnownEndpoints()
    var context = TraceContext()
    for (index, event) in trace.events.enumerated() {
      let step = event.step(knowing: &endpoints)
      steps.append(
        Step(
          number: index + 1, step: step, content: Self.content(of: event, step),
          findings: context.findings(in: event, step)))
    }
  }

  /// All findings, with the numbers of their steps.
  package var findings: [(number: Int, finding: WireFinding)] {
    steps.flatMap { step in step.findings.map { (number: step.number, finding: $0) } }
  }

  /// The explanation as lines of text.
  package var lines: [String] {
    let count = steps.count == 1 ? "1 step" : "\(steps.count) steps"
    var lines = ["A trace of pixy \(trace.command), started \(trace.startedAt), with \(count)."]
    for step in steps {
      lines += ["", WireText.headline(step.number, step.step.title, step.step.specification)]
      lines.append("    \(step.step.meaning)")
      lines += step.content
      lines += step.findings.map { "    \($0.severity.word): \($0.text)" }
    }
    lines.append("")
    guard !findings.isEmpty else { return lines + ["Nothing unusual."] }
    lines.append("Unusual:")
    return lines + findings.map { "  step \($0.number): \($0.finding.text)" }
  }

  private static func content(of event: Trace.Event, _ step: WireStep) -> [String] {
    switch event {
    case .exchange(let exchange):
      let request = exchange.request
      var lines = ["    \(request.method) \(request.address)"]
      lines += explained(request.query, ParameterMeaning.ofRequest)
      lines += explained(
        request.fields.filter { ParameterMeaning.ofRequest($0.name) != nil }, ParameterMeaning.ofRequest)
      lines += body(request.body, ParameterMeaning.ofRequest)
      if let failure = exchange.failure { lines.append("    No answer after \(exchange.milliseconds) ms: \(failure)") }
      if let answer = exchange.answer {
        lines.append("    \(answer.status) after \(exchange.milliseconds) ms")
        lines += explained(
          answer.fields.filter { ParameterMeaning.ofAnswer($0.name) != nil }, ParameterMeaning.ofAnswer)
        lines +=
          step.kind == .discovery
          ? metadata(answer.body) : body(answer.body) { ParameterMeaning.ofAnswer($0, to: step.kind) }
      }
      return lines
    case .authorization(let authorization):
      return ["    GET \(authorization.address)"] + explained(authorization.parameters, ParameterMeaning.ofRequest)
    case .callback(let callback):
      return ["    \(callback.redirectURI)"] + explained(callback.parameters, ParameterMeaning.ofAnswer)
        + callback.checked.map { "    Checked: \($0)." } + (callback.failure.map { ["    Failed: \($0)"] } ?? [])
    }
  }

  private static func body(_ body: ShownBody, _ meaning: (String) -> String?) -> [String] {
    switch body {
    case .none: []
    case .form(let pairs): explained(pairs, meaning)
    case .json(let value): explained(WireText.pairs(value), meaning)
    case .other: WireText.lines(body)
    }
  }

  /// Returns the explained members of a long metadata document, and the number of all others.
  private static func metadata(_ body: ShownBody) -> [String] {
    guard case .json(let value) = body, let members = value.object else { return WireText.lines(body) }
    let known = WireText.pairs(value).filter { ParameterMeaning.ofMetadata($0.name) != nil }
    let others = members.count - known.count
    return explained(known, ParameterMeaning.ofMetadata) + (others > 0 ? ["      … and \(others) more members"] : [])
  }

  private static func explained(_ pairs: [ShownPair], _ meaning: (String) -> String?) -> [String] {
    let lines = WireText.lines(pairs)
    return zip(lines, pairs).flatMap { line, pair in
      meaning(pair.name).map { [line, "          \($0)"] } ?? [line]
    }
  }
}
