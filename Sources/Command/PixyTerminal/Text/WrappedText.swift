/// Messages in lines that fit a terminal.
///
/// A terminal breaks long lines anywhere, even in a word. These lines break at spaces only, and not inside
/// an address, a quotation in backticks or a command, which a user may copy.
package enum WrappedText {
  /// The narrowest terminal for which lines are broken.
  private static let narrowest = 20

  /// Returns the text with line breaks for a width. A line with JSON, aligned columns or
  /// control sequences, such as those of a QR code, stays whole.
  package static func wrapped(_ text: String, width: Int) -> String {
    guard width >= narrowest, !text.hasPrefix("{") else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { lines(of: $0, width: width) }
      .joined(separator: "\n")
  }

  private static func lines(of line: Substring, width: Int) -> [String] {
    let indentation = String(line.prefix { $0 == " " })
    let content = line.dropFirst(indentation.count)
    guard line.count > width, !content.contains("  "), !content.contains("\u{1B}") else { return [String(line)] }
    var lines: [String] = []
    var current = indentation
    for part in parts(of: content) {
      if current.count > indentation.count, current.count + 1 + part.count > width {
        lines.append(current)
        current = indentation + part
      } else {
        current += (current.count > indentation.count ? " " : "") + part
      }
    }
    return lines + [current]
  }

  /// The parts between which a line may break: words, quotations and commands.
  private static func parts(of content: Substring) -> [String] {
    var parts: [String] = []
    var isQuoted = false
    var isCommand = false
    var last: Substring = ""
    for word in content.split(separator: " ") {
      let continues = isQuoted || isCommand
      if word.count(where: { $0 == "`" }) % 2 == 1 { isQuoted.toggle() }
      if !isQuoted, word == "pixy", last.hasSuffix(":") || last == "or" { isCommand = true }
      if continues { parts[parts.count - 1] += " " + word } else { parts.append(String(word)) }
      if word.hasSuffix(".") || word.hasSuffix(",") { isCommand = false }
      last = word
    }
    return parts
  }
}
