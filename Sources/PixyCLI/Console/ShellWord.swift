/// Words of a command that people copy into a shell.
enum ShellWord {
  /// The word as a POSIX shell reads it back: as it is if nothing in it means something there, otherwise in single quotes.
  static func quoted(_ word: String) -> String {
    let isPlain =
      !word.isEmpty
      && word.utf8.allSatisfy { octet in
        switch octet {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
          UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "%"), UInt8(ascii: "+"),
          UInt8(ascii: ","):
          true
        default: false
        }
      }
    // By scalars, as the shell reads: a quotation mark with a combining one after it is one Character, and no quotation mark then.
    return isPlain ? word : "'" + word.unicodeScalars.map { $0 == "'" ? #"'\''"# : String($0) }.joined() + "'"
  }

  /// An option with its value: two words, or one if the value would be taken for an option itself.
  static func option(_ name: String, _ value: String) -> [String] {
    value.hasPrefix("-") ? ["\(name)=\(value)"] : [name, value]
  }

  /// Whether a word can be shown on one line and copied from there: a terminal does something with the others, or hides them.
  static func fitsOnALine(_ word: String) -> Bool {
    word.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
      default: true
      }
    }
  }
}
