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
    // Shorter ones would tear holes into ordinary words.
    for text in Set([value, FormParameters.formEncode(value)])
    where text.utf8.count >= 6 && !seen.contains(Secret(text)) {
      // A limit, because each text is searched for each of them. What is sent again is remembered again.
      if seen.count == Self.mostRemembered { seen.removeFirst() }
      seen.append(Secret(text))
    }
  }

  /// A parameter's or member's value as it may be shown. Secret ones are remembered.
  mutating func shown(_ name: String, _ value: String, depth: Int = 0) -> String {
    guard !shownDespiteSecrecy.contains(name) else { return Self.cleaned(value) }
    switch Self.sight(of: name, value) {
    case .whole: return text(value, depth: depth)
    case .beginning:
      remember(value)
      return Self.shortened(value)
    case .nothing:
      remember(value)
      return Self.withheld
    }
  }

  /// A parameter's or member's name as it may be shown: a token that stands alone in a query is a name, and some answers have tokens for names.
  mutating func shown(name: String) -> String {
    guard Self.isRandom(name) || JWTSummary(name) != nil else { return Self.cleaned(name) }
    remember(name)
    return Self.shortened(name)
  }

  /// A text of somebody else's as it may be shown: no control characters, no secret that was seen, no JWT, 300 characters; in addresses no
  /// more than ``address(_:)`` shows.
  func text(_ value: String, depth: Int = 0) -> String {
    if !value.contains(where: \.isWhitespace), value.contains("://") { return address(value, depth: depth) }
    var result = ""
    var word = ""
    for character in value + " " {
      if character.isWhitespace {
        result += Self.mayHaveQuery(word) ? address(word, depth: depth) : word
        result.append(character)
        word = ""
      } else {
        word.append(character)
      }
    }
    return UntrustedText(JWTSummary.withholdingJWTs(in: String(result.dropLast()))).withholding(seen).description
  }

  /// Whether a word is an address, or ends like one.
  private static func mayHaveQuery(_ word: String) -> Bool {
    guard !word.contains("://") else { return true }
    guard let mark = word.firstIndex(where: { $0 == "?" || $0 == "#" }) else { return false }
    let query = word[word.index(after: mark)...]
    return query.contains("=") || isRandom(String(query))
  }

  /// The value with the length of what is left out; nothing of short ones, most of which would be told otherwise.
  static func shortened(_ value: String) -> String {
    guard value.count >= 24 else { return "…" }
    let what = JWTSummary(value).map { "\($0)" } ?? "\(value.count) characters"
    return "\(cleaned(String(value.prefix(6))))… (\(what))"
  }

  private static func cleaned(_ value: String) -> String { UntrustedText(value).description }

  private static let maximumAddresses = 4
  private static let mostRemembered = 1_024

  /// An address, whole or without its beginning, with the values in its query redacted by their names.
  func address(_ value: String, depth: Int = 0) -> String {
    guard let mark = value.firstIndex(where: { $0 == "?" || $0 == "#" }) else { return place(value) }
    let beginning = place(String(value[..<mark])) + String(value[mark])
    // Addresses are parameters of addresses, and somebody could write thousands into each other.
    guard depth < Self.maximumAddresses,
      let parameters = try? FormParameters(decoding: value[value.index(after: mark)...])
    else {
      return beginning + Self.withheld
    }
    var copy = self
    return beginning
      + parameters.pairs.map { pair in
        // Without a value there was no equals sign either, or it says nothing.
        copy.shown(name: pair.name)
          + (pair.value.isEmpty ? "" : "=\(copy.shown(pair.name, pair.value, depth: depth + 1))")
      }.joined(separator: "&")
  }

  /// An address without its query, as it may be shown: names and passwords in front of the host are left out.
  func place(_ value: String) -> String {
    var value = value
    if let slashes = value.firstRange(of: "//") {
      let authority = value[slashes.upperBound...].prefix { $0 != "/" }
      if let at = authority.lastIndex(of: "@") { value.replaceSubrange(authority.startIndex..<at, with: Self.withheld) }
    }
    return UntrustedText(JWTSummary.withholdingJWTs(in: value)).withholding(seen).description
  }
}
