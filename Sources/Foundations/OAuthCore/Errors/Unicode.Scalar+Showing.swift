extension Unicode.Scalar {
  /// Whether a terminal or a log shows the character and does nothing else: it doesn't control them, end
  /// a line or reorder text, and it isn't invisible, unassigned or for private use.
  package var isSafeToShow: Bool {
    switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }
}
