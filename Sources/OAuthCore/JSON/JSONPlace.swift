/// A place in a JSON text as editors count: for the errors of files that people write, who look for their mistake there.
package struct JSONPlace: Sendable, Hashable, CustomStringConvertible {
  /// From 1.
  package let line: Int
  /// From 1, in Unicode scalars.
  package let column: Int

  /// Where reading ended because of a mistake: at the first octet that can't be there, or behind an object that has two members of one name.
  ///
  /// - Parameter octets: the whole text.
  /// - Returns: `nil` if there is no mistake.
  package init?(ofMistakeIn octets: [UInt8]) {
    var parser = JSONParser(octets)
    guard (try? parser.parse()) == nil else { return nil }
    let before = octets[..<min(parser.position, octets.count)]
    let newline = UInt8(ascii: "\n")
    line = before.count { $0 == newline } + 1
    let ownLine = before.lastIndex(of: newline).map { before[($0 + 1)...] } ?? before
    // All octets but those that continue a scalar in UTF-8.
    column = ownLine.count { $0 & 0xC0 != 0x80 } + 1
  }

  package var description: String { "line \(line), column \(column)" }
}
