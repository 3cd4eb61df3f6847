package import OAuthCore

/// What authorization details of one type ask for, in one language: a text with places for a detail's fields, such as
/// `pay {amount.value} {amount.currency} to {creditor}`.
package struct DetailWords: Sendable, Hashable {
  private let text: BracedText

  /// - Parameter text: with the paths of fields in braces.
  /// - Returns: `nil` if braces in it don't belong together.
  package init?(_ text: String) {
    guard !text.isEmpty, let text = BracedText(text) else { return nil }
    self.text = text
  }

  /// The fields that have a place in the text.
  package var places: Set<String> {
    Set(
      text.parts.compactMap { part in
        if case .place(let path) = part { path } else { nil }
      })
  }

  /// The text with a detail's values. Fields that it has no place for follow with their names: a person is told everything that they allow
  /// (RFC 9396 §3.1). A place whose field isn't there stays empty.
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
