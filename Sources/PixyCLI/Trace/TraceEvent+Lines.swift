extension Trace.Event {
  /// The event as `--trace` tells it: a headline with the section, then what was sent and what came.
  /// - Parameters:
  ///   - number: its place in the trace, from 1.
  ///   - step: what it is for.
  func lines(_ number: Int, _ step: WireStep) -> [String] {
    [WireText.headline(number, step.title, step.specification)] + content + [""]
  }

  /// What was sent and what came, without a headline.
  var content: [String] {
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
    case .authorization(let sent): return ["    GET \(sent.address)"] + WireText.lines(sent.parameters)
    case .callback(let callback):
      return ["    \(callback.redirectURI)"] + WireText.lines(callback.parameters)
        + callback.checked.map { "    checked: \($0)" } + (callback.failure.map { ["    failed: \($0)"] } ?? [])
    }
  }

  /// The fields that say something about the flow; the others are in the saved trace.
  private static let tellingFields: Set<String> = [
    "authorization", "dpop", "dpop-nonce", "location", "retry-after", "www-authenticate",
  ]
}
