#if CLI
internal import OAuthCore

/// What of requests and answers may be seen: on a terminal, in a saved trace, in a demonstration.
///
/// There is one rule for all places. A value is secret by its parameter's name; by its look, if the name isn't known (a JWT, or
/// characters drawn at random); and wherever it comes back, because servers repeat in error texts what they were sent. Long
/// random values keep their first six characters, so that people see which is which; what people chose themselves, and what
/// proves who a client is, is withheld whole.
struct WireRedaction: Sendable {
  /// What can be seen of a value.
  enum Sight: Sendable, Hashable {
    /// All of it.
    case whole
    /// Six characters and the length, of values that are long enough.
    case beginning
    /// Nothing.
    case nothing
  }

  static let withheld = "[redacted]"

  /// Parameters that are shown although they are secret, where showing them is the purpose.
  var shownDespiteSecrecy: Set<String> = []
  /// What was secret so far. Nothing of it may appear in any later text.
  private var seen: [Secret] = []

  init(showingDespiteSecrecy shown: Set<String> = []) {
    shownDespiteSecrecy = shown
  }

  /// Remembers a value that must not come back in any text, in this exchange or a later one.
  mutating func remember(_ value: String) {
    // Shorter ones would tear holes into ordinary words. A limit, because each text is searched for each of them.
    for text in Set([value, FormParameters.formEncode(value)])
    where text.utf8.count >= 6 && seen.count < 1_024 && !seen.contains(Secret(text)) {
      seen.append(Secret(text))
    }
  }

  /// A parameter's or member's value as it may be shown. Secret ones are remembered.
  mutating func shown(_ name: String, _ value: String) -> String {
    guard !shownDespiteSecrecy.contains(name) else { return Self.cleaned(value) }
    switch Self.sight(of: name, value) {
    case .whole: return text(value)
    case .beginning:
      remember(value)
      return Self.shortened(value)
    case .nothing:
      remember(value)
      return Self.withheld
    }
  }

  /// A text of somebody else's as it may be shown: no control characters, no secret that was seen, no JWT, 300 characters.
  func text(_ value: String) -> String {
    guard !value.contains("://") || value.contains(where: \.isWhitespace) else { return address(value) }
    return UntrustedText(JWTSummary.withholdingJWTs(in: value)).withholding(seen).description
  }

  /// The value with the length of what is left out; nothing of short ones, most of which would be told otherwise.
  static func shortened(_ value: String) -> String {
    guard value.count >= 24 else { return "…" }
    let what = JWTSummary(value).map { "\($0)" } ?? "\(value.count) characters"
    return "\(cleaned(String(value.prefix(6))))… (\(what))"
  }

  private static func cleaned(_ value: String) -> String { UntrustedText(value).description }

  /// An address with the values in its query redacted by their names.
  private func address(_ value: String) -> String {
    guard let mark = value.firstIndex(where: { $0 == "?" || $0 == "#" }) else {
      return UntrustedText(value).withholding(seen).description
    }
    var copy = self
    let base = UntrustedText(String(value[..<mark])).withholding(seen).description
    guard let parameters = try? FormParameters(decoding: value[value.index(after: mark)...]) else {
      return base + String(value[mark]) + Self.withheld
    }
    let pairs = parameters.pairs.map { "\(Self.cleaned($0.name))=\(copy.shown($0.name, $0.value))" }
    return base + String(value[mark]) + pairs.joined(separator: "&")
  }
}
#endif
