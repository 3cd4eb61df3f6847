internal import OAuthCore

/// The redaction of requests and answers for terminals, saved traces and the demonstration.
///
/// The same rules apply everywhere. A value is secret by its parameter's name. If the name is
/// unknown, it is secret by its form: a JWT, or random characters. A secret stays secret wherever
/// it appears again, because servers repeat received values in error texts. Long random values keep
/// their first six characters, so that readers can tell them apart. Values that users chose, and
/// client credentials, are withheld completely.
package struct WireRedaction: Sendable {
  /// The part of a value that is shown.
  package enum Sight: Sendable, Hashable {
    /// The whole value.
    case whole
    /// Six characters and the length, if the value is long enough.
    case beginning
    /// Nothing.
    case nothing
  }

  static let withheld = "[redacted]"

  /// Secret parameters that are shown nevertheless, where showing them is the purpose.
  var shownDespiteSecrecy: Set<String> = []
  /// The secrets so far. None of them may appear in a later text.
  private var seen: [Secret] = []

  package init(showingDespiteSecrecy shown: Set<String> = []) {
    shownDespiteSecrecy = shown
  }

  /// Remembers a value that must not appear in any text, in this exchange or a later one.
  package mutating func remember(_ value: String) {
    // Shorter values would be removed from the middle of ordinary words.
    for text in Set([value, FormParameters.formEncode(value)])
    where text.utf8.count >= 6 && !seen.contains(Secret(text)) {
      // The number is limited, because each text is searched for each value. A value that is sent
      // again is remembered again.
      if seen.count == Self.mostRemembered { seen.removeFirst() }
      seen.append(Secret(text))
    }
  }

  /// Redacts the value of a parameter or member. Secret values are remembered.
  package mutating func shown(_ name: String, _ value: String, depth: Int = 0) -> String {
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

  /// Redacts the name of a parameter or member. A token without a name in a query is parsed as a
  /// name, and some answers use tokens as names.
  package mutating func shown(name: String) -> String {
    guard Self.isRandom(name) || JWTSummary(name) != nil else { return Self.cleaned(name) }
    remember(name)
    return Self.shortened(name)
  }

  /// Redacts a received text: at most 300 characters, without control characters, known secrets and
  /// JWTs. URLs in it are redacted as by ``address(_:)``.
  package func text(_ value: String, depth: Int = 0) -> String {
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

  /// Returns whether a word is a URL, or ends like one.
  private static func mayHaveQuery(_ word: String) -> Bool {
    guard !word.contains("://") else { return true }
    guard let mark = word.firstIndex(where: { $0 == "?" || $0 == "#" }) else { return false }
    let query = word[word.index(after: mark)...]
    return query.contains("=") || isRandom(String(query))
  }

  /// Returns the beginning of a value, and the length of the whole. Of short values nothing is
  /// shown, because six characters would disclose most of them.
  static func shortened(_ value: String) -> String {
    guard value.count >= 24 else { return "…" }
    let what = JWTSummary(value).map { "\($0)" } ?? "\(value.count) characters"
    return "\(cleaned(String(value.prefix(6))))… (\(what))"
  }

  private static func cleaned(_ value: String) -> String { UntrustedText(value).description }

  private static let maximumAddresses = 4
  private static let mostRemembered = 1_024

  /// Returns a URL, complete or relative, with the values in its query redacted by their names.
  package func address(_ value: String, depth: Int = 0) -> String {
    guard let mark = value.firstIndex(where: { $0 == "?" || $0 == "#" }) else { return place(value) }
    let beginning = place(String(value[..<mark])) + String(value[mark])
    // URLs may be parameters of URLs, and an attacker could nest thousands of them.
    guard depth < Self.maximumAddresses,
      let parameters = try? FormParameters(decoding: value[value.index(after: mark)...])
    else {
      return beginning + Self.withheld
    }
    var copy = self
    return beginning
      + parameters.pairs.map { pair in
        // A parameter without a value is shown without an equals sign.
        copy.shown(name: pair.name)
          + (pair.value.isEmpty ? "" : "=\(copy.shown(pair.name, pair.value, depth: depth + 1))")
      }.joined(separator: "&")
  }

  /// Returns a URL without its query. A user name and password before the host are redacted.
  package func place(_ value: String) -> String {
    var value = value
    if let slashes = value.firstRange(of: "//") {
      let authority = value[slashes.upperBound...].prefix { $0 != "/" }
      if let at = authority.lastIndex(of: "@") { value.replaceSubrange(authority.startIndex..<at, with: Self.withheld) }
    }
    return UntrustedText(JWTSummary.withholdingJWTs(in: value)).withholding(seen).description
  }
}
