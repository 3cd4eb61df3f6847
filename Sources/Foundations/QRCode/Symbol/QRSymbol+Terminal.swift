extension QRSymbol {
  /// The symbol for a terminal. Each character shows two modules, one above the other, dark on
  /// light in every colour scheme.
  ///
  /// - Returns: Lines without line endings, ``boxSize`` characters wide. Each line has escape
  ///   sequences that set its colours and reset them (ECMA-48 §8.3.117), so write them only to a
  ///   terminal.
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
