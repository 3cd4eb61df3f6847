extension QRSymbol {
  /// The number of light modules that a symbol needs on each side (ISO/IEC 18004 §5.3.8).
  public static let quietZone = 4

  /// The number of modules in a side including the quiet zones: the size of the box of ``path``.
  public var boxSize: Int { size + 2 * Self.quietZone }

  /// The dark modules as the data of an SVG path (`d`), one unit for each module, in a box of
  /// ``boxSize`` units.
  ///
  /// It contains only the letters M, h, v and z, digits, dashes and spaces, so it needs no
  /// escaping.
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
