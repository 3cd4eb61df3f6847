extension UntrustedText {
  /// The text as the end of a sentence: after a colon, with a full stop if it has none. Only a full stop if
  /// the text is empty.
  package var asSentenceEnd: String { description.isEmpty ? "." : ": " + description.withFullStop }
}

extension ErrorResponse {
  /// ``description`` with a full stop if the server's text has none.
  package var asSentence: String { description.withFullStop }
}

extension String {
  /// The text with a full stop, unless it ends a sentence already.
  fileprivate var withFullStop: String { last.map { ".!?…".contains($0) } == true ? self : self + "." }
}
