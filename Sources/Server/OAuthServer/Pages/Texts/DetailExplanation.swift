package import OAuthCore

/// The explanation of authorization details of one type in one language: a text with placeholders
/// for a detail's fields, such as `pay {amount.value} {amount.currency} to {creditor}`.
package struct DetailExplanation: Sendable, Hashable {
  private let text: BracedText

  /// Parses an explanation.
  /// - Parameter text: The text, with the paths of fields in braces.
  /// - Returns: `nil` if the text is empty or its braces don't match.
  package init?(_ text: String) {
    guard !text.isEmpty, let text = BracedText(text) else { return nil }
    self.text = text
  }

  /// The paths of the fields that have a placeholder in the text.
  package var places: Set<String> {
    Set(
      text.parts.compactMap { part in
        if case .place(let path) = part { path } else { nil }
      })
  }

  /// Returns the text with the values of a detail.
  ///
  /// Fields without a placeholder follow with their names, because the user must see everything
  /// that is allowed (RFC 9396 §3.1). A placeholder without a field stays empty.
  package func phrase(_ detail: [String: JSONValue]) -> Phrase {
    let values = DetailFields(detail).values
    var pieces: [Phrase.Piece] = text.parts.compactMap { part in
      switch part {
      case .words(let words): .words(words)
      case .place(let path): values[path].map { .value(DetailFields.shown($0)) }
      }
    }
    let places = places
    for (path, value) in values.sorted(by: { $0.key < $1.key }) where !places.contains(path) {
      pieces += [
        .words("; "), .value(UntrustedText(path).description), .words(": "), .value(DetailFields.shown(value)),
      ]
    }
    return Phrase(pieces: pieces)
  }
}
