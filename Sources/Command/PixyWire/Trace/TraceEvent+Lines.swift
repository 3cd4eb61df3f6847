extension Trace.Event {
  /// Returns the event as `--trace` prints it: a headline with the section, then the request and
  /// the answer.
  /// - Parameters:
  ///   - number: The number of the event in the trace, from 1.
  ///   - step: The purpose of the event.
  package func lines(_ number: Int, _ step: WireStep) -> [String] {
    [WireText.headline(number, step.title, step.specification)] + content + [""]
  }

  /// The request and the answer, without a headline.
  package var content: [String] {
    switch self {
    case .exchange(let exchange):
      let request = exchange.request
      var lines = ["    \(request.method) \(request.address)"]
      lines += WireText.lines(request.query)
      lines += WireText.lines(request.fields.filter { Self.tellingFields.contains($0.name) })
      lines += WireText.lines(request.body)
      if let failure = exchange.failure { lines.append("    no answer after \(exchange.milliseconds) ms: \(failure)") }
      if let answer = exchange.answer {
        lines.append("    \(answer.status) after \(exchange.milliseconds) ms")
        lines += WireText.lines(answer.fields.filter { Self.tellingFields.contains($0.name) })
        lines += WireText.lines(answer.body)
      }
      return lines
    case .authorization(let authorization):
      return ["    GET \(authorization.address)"] + WireText.lines(authorization.parameters)
    case .callback(let callback):
      return ["    \(callback.redirectURI)"] + WireText.lines(callback.parameters)
        + callback.checked.map { "    checked: \($0)" } + (callback.failure.map { ["    failed: \($0)"] } ?? [])
    }
  }

  /// The header fields that matter for the flow. The saved trace has all of them.
  private static let tellingFields: Set<String> = [
    "authorization", "dpop", "dpop-nonce", "location", "retry-after", "www-authenticate",
  ]
}
