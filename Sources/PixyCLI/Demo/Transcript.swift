internal import HTTPTypes
internal import OAuthCore

/// Writes the demonstration down, step by step.
///
/// Values that would be secret in earnest are shortened. The code verifier is not: showing it is what the
/// demonstration is for.
struct Transcript: Sendable {
  let write: @Sendable (String) -> Void

  /// A numbered headline with what specifies the step, at the right margin.
  func step(_ number: Int, _ title: String, _ specification: String) {
    write("")
    write(WireText.headline(number, title, specification))
  }

  /// A sentence.
  func say(_ text: String) {
    write("    " + text)
  }

  /// Names with their values, one a line, what is secret shortened.
  func pairs(_ pairs: [(name: String, value: String)]) {
    var redaction = Self.redaction
    show(pairs.map { ShownPair(name: $0.name, value: redaction.shown($0.name, $0.value)) })
  }

  /// The parameters of a query or form, one a line.
  func parameters(_ parameters: FormParameters) {
    var redaction = Self.redaction
    show(redaction.pairs(parameters))
  }

  /// A request and its answer.
  func exchange(_ request: HTTPRequest, _ body: [UInt8], _ answer: HTTPAnswer) {
    var redaction = Self.redaction
    let asked = redaction.shown(request, body: body)
    say("\(asked.method) \(asked.address)")
    if let field = asked.field("authorization") { show([ShownPair(name: "Authorization", value: field)]) }
    show(asked.form)
    say("\(answer.response.status.code) \(answer.response.status.reasonPhrase)")
    if case .json(let members) = redaction.shown(answer).body { show(WireText.pairs(members)) }
  }

  private static let redaction = WireRedaction(showingDespiteSecrecy: ["code_verifier"])

  private func show(_ pairs: [ShownPair]) {
    for line in WireText.lines(pairs) { write(line) }
  }
}
