extension QRSymbol {
  /// The symbol for a terminal: two modules in a character, one above the other, dark on light whatever the terminal's own
  /// colours are.
  ///
  /// - Returns: lines without their ends, ``boxSize`` characters wide, each with the escape sequences that set its colours and set
  ///   them back (ECMA-48 §8.3.117). Only for what is a terminal.
  public var terminalLines: [String] {
    stride(from: -Self.quietZone, to: size + Self.quietZone, by: 2).map { row in
      let characters = (-Self.quietZone..<size + Self.quietZone).map { column in
        switch (isDark(column: column, row: row), isDark(column: column, row: row + 1)) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
      }
      return "\u{1B}[30;107m" + characters.joined() + "\u{1B}[0m"
    }
  }
}
