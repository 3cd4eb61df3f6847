internal import HTTPTypes
internal import OAuthCore
internal import PixyWire

/// A request that isn't sent: as readable text, and as the curl command that sends it.
struct PlannedRequest: Sendable {
  let shown: ShownRequest
  let step: WireStep
  let curl: CurlCommand

  init(
    _ request: HTTPRequest, body: [UInt8], curl options: CurlOptions = CurlOptions(),
    knowing endpoints: KnownEndpoints = KnownEndpoints()
  ) {
    var redaction = WireRedaction()
    shown = redaction.shown(request, body: body)
    step = WireStep(of: shown, knowing: endpoints)
    curl = CurlCommand(request, body: body, options: options)
  }

  var lines: [String] {
    var lines = ["# \(step.title) (\(step.specification))", "\(shown.method) \(shown.address)"]
    lines += WireText.lines(shown.query, indent: 2)
    lines += shown.fields.map { "\($0.name): \($0.value)" }
    if shown.body != .none { lines.append("") }
    lines += WireText.lines(shown.body, indent: 2)
    lines.append("")
    lines += curl.explanation.map { "# " + $0 }
    return lines + curl.lines
  }
}
