import QRCode

/// Prints a code in a terminal.
func printACode() {
  if let symbol = QRSymbol("https://login.example.com/device?user_code=WDJB-MJHT") {
    for line in symbol.terminalLines { print(line) }
  }
}

/// Draws a code on a web page.
func drawACode() -> String? {
  guard let symbol = QRSymbol("https://login.example.com/device?user_code=WDJB-MJHT") else { return nil }
  let svg = """
    <svg viewBox="0 0 \(symbol.boxSize) \(symbol.boxSize)"><path d="\(symbol.path)"/></svg>
    """
  return svg
}
