internal import OAuthCore

/// The quoting of words in commands that users copy into a shell.
package enum ShellWord {
  /// Returns the word unchanged if a POSIX shell takes it literally, otherwise in single quotes.
  package static func quoted(_ word: String) -> String {
    let isPlain =
      !word.isEmpty
      && word.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
          UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "%"), UInt8(ascii: "+"),
          UInt8(ascii: ","):
          true
        default: false
        }
      }
    // The shell reads scalars. A quotation mark followed by a combining mark is one Character that
    // doesn't compare equal to a quotation mark.
    return isPlain ? word : "'" + word.unicodeScalars.map { $0 == "'" ? #"'\''"# : String($0) }.joined() + "'"
  }

  /// Returns the words of a command whose words are quoted as ``quoted(_:)`` does it.
  package static func words(of command: String) -> [String] {
    var words: [String] = []
    var word: String?
    var (isQuoted, isEscaped) = (false, false)
    for scalar in command.unicodeScalars {
      switch scalar {
      case "'" where !isEscaped:
        isQuoted.toggle()
        word = word ?? ""
      case "\\" where !isQuoted && !isEscaped: isEscaped = true
      case " " where !isQuoted && !isEscaped:
        if let word { words.append(word) }
        word = nil
      default:
        word = (word ?? "") + String(scalar)
        isEscaped = false
      }
    }
    return words + (word.map { [$0] } ?? [])
  }

  /// Returns an option with its value: two words, or one word if the value looks like an option
  /// itself.
  package static func option(_ name: String, _ value: String) -> [String] {
    value.hasPrefix("-") ? ["\(name)=\(value)"] : [name, value]
  }

  /// Returns whether a word can be shown on one line and copied from there. A terminal would
  /// interpret or hide control and format characters.
  package static func fitsOnALine(_ word: String) -> Bool {
    word.unicodeScalars.allSatisfy(\.isSafeToShow)
  }
}
