#if CLI
/// Words of a command line as a POSIX shell reads them (XCU §2.2.2).
enum ShellQuoting {
  /// The word, in single quotes if anything in it means something to a shell.
  ///
  /// Within single quotes nothing does but the single quote itself. A word must have no NUL, which no argument can have; others
  /// that don't fit on a line are the caller's to keep away, because whoever copies them from a terminal gets something else.
  static func quoted(_ word: String) -> String {
    if !word.isEmpty, word.utf8.allSatisfy(isPlain) { return word }
    return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
  }

  /// Whether a word can be shown on one line and copied from there.
  static func fitsOnALine(_ word: String) -> Bool {
    word.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
      default: true
      }
    }
  }

  private static func isPlain(_ octet: UInt8) -> Bool {
    switch octet {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: ":"),
      UInt8(ascii: "@"), UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: ","), UInt8(ascii: "%"):
      true
    default: false
    }
  }
}
#endif
