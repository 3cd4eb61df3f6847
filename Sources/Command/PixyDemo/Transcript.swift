internal import HTTPTypes
internal import OAuthCore
package import OAuthLookAlikes
internal import PixyWire

/// The written form of the demonstration's steps.
///
/// Values that would be secret in production are shortened. The code verifier is not: showing it is
/// the demonstration's purpose.
package struct Transcript: Sendable {
  let write: @Sendable (String) -> Void

  /// Writes a numbered headline, with the step's specification at the right margin.
  func step(_ number: Int, _ title: String, _ specification: String) {
    write("")
    write(WireText.headline(number, title, specification))
  }

  /// Writes a sentence.
  func say(_ text: String) {
    write("    " + text)
  }

  /// Says that this program plays the user.
  package func sayWhatIsSimulated(_ user: SimulatedUser) {
    say("Simulated by this program: \(user.username) types a password and presses \"Sign in and allow\".")
  }

  /// Writes names with their values, one a line. Secrets are shortened.
  func pairs(_ pairs: [(name: String, value: String)]) {
    var redaction = Self.redaction
    show(pairs.map { ShownPair(name: $0.name, value: redaction.shown($0.name, $0.value)) })
  }

  /// Writes the parameters of a query or form, one a line.
  func parameters(_ parameters: FormParameters) {
    var redaction = Self.redaction
    show(redaction.pairs(parameters))
  }

  /// Writes a request and its answer.
  func exchange(_ request: HTTPRequest, _ body: [UInt8], _ answer: HTTPAnswer) {
    var redaction = Self.redaction
    let shown = redaction.shown(request, body: body)
    say("\(shown.method) \(shown.address)")
    if let field = shown.field("authorization") { show([ShownPair(name: "Authorization", value: field)]) }
    show(shown.form)
    say("\(answer.response.status.code) \(answer.response.status.reasonPhrase)")
    if case .json(let members) = redaction.shown(answer).body { show(WireText.pairs(members)) }
  }

  private static let redaction = WireRedaction(showingDespiteSecrecy: ["code_verifier"])

  private func show(_ pairs: [ShownPair]) {
    for line in WireText.lines(pairs) { write(line) }
  }
}
