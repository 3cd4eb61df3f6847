/// A position in a JSON text, counted as in text editors. Errors about handwritten files contain
/// it, so that the user finds the mistake.
package struct JSONPlace: Sendable, Hashable, CustomStringConvertible {
  /// The line, counted from 1.
  package let line: Int
  /// The column in Unicode scalars, counted from 1.
  package let column: Int

  /// Finds the position at which parsing fails: the first unexpected byte, or the end of an object
  /// with two members of the same name.
  ///
  /// - Parameter bytes: The whole text.
  /// - Returns: `nil` if the text is valid.
  package init?(ofMistakeIn bytes: [UInt8]) {
    var parser = JSONParser(bytes)
    guard (try? parser.parse()) == nil else { return nil }
    let before = bytes[..<min(parser.position, bytes.count)]
    let newline = UInt8(ascii: "\n")
    line = before.count { $0 == newline } + 1
    let ownLine = before.lastIndex(of: newline).map { before[($0 + 1)...] } ?? before
    // Counts all bytes except the continuation bytes of UTF-8.
    column = ownLine.count { $0 & 0xC0 != 0x80 } + 1
  }

  package var description: String { "line \(line), column \(column)" }
}
