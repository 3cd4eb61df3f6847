extension Unicode.Scalar {
  /// Whether a terminal or a log shows the character and does nothing else: it doesn't control them, end
  /// a line or reorder text, and it isn't invisible, unassigned or for private use.
  package var isSafeToShow: Bool {
    switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }

  /// Whether a reader sees the character: it is safe to show, and neither white space nor blank.
  /// Fillers of Hangul, the blank pattern of Braille and variation selectors, for example, are letters
  /// and marks that show nothing.
  package var isVisible: Bool {
    isSafeToShow && !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint && value != 0x2800
  }
}
