/// A text with placeholders, each a name in braces. A literal brace is `{{` or `}}`.
struct BracedText: Sendable, Hashable {
  enum Part: Sendable, Hashable {
    case words(String)
    case place(String)
  }

  let parts: [Part]

  /// Parses a text.
  /// - Returns: `nil` if the braces don't match or a placeholder has no name.
  init?(_ text: String) {
    var parts: [Part] = []
    var rest = text[...]
    while let brace = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
      if brace > rest.startIndex { parts.append(.words(String(rest[..<brace]))) }
      let after = rest.index(after: brace)
      if after < rest.endIndex, rest[after] == rest[brace] {
        parts.append(.words(String(rest[brace])))
        rest = rest[rest.index(after: after)...]
        continue
      }
      guard rest[brace] == "{", let end = rest[after...].firstIndex(of: "}"), end > after,
        !rest[after..<end].contains("{")
      else { return nil }
      parts.append(.place(String(rest[after..<end])))
      rest = rest[rest.index(after: end)...]
    }
    self.parts = rest.isEmpty ? parts : parts + [.words(String(rest))]
  }
}
