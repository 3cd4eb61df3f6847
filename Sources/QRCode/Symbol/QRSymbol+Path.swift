extension QRSymbol {
  /// How many light modules belong around a symbol (ISO/IEC 18004 §5.3.8).
  public static let quietZone = 4

  /// How many modules a side has with its quiet zone: the size of the box that ``path`` is drawn in.
  public var boxSize: Int { size + 2 * Self.quietZone }

  /// The dark modules as the text of an SVG path (`d`), one unit a module, in a box of ``boxSize`` units.
  ///
  /// It consists of the letters M, h, v and z, digits, dashes and spaces, so that it needs no escaping.
  public var path: String {
    var path = ""
    for row in 0..<size {
      var column = 0
      while column < size {
        guard isDark(column: column, row: row) else {
          column += 1
          continue
        }
        let start = column
        while isDark(column: column, row: row) { column += 1 }
        path += "M\(start + Self.quietZone) \(row + Self.quietZone)h\(column - start)v1h-\(column - start)z"
      }
    }
    return path
  }
}
