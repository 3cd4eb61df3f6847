/// A QR code (ISO/IEC 18004): a text as a square of dark and light modules that a camera can read.
///
/// It has error correction level M, which restores 15 % of its code words: enough for screens and
/// for paper. It is as small as the text allows.
///
/// ```swift
/// guard let symbol = QRSymbol("https://login.example.com/device?user_code=WDJB-MJHT") else { return nil }
/// let svg = """
///   <svg viewBox="0 0 \(symbol.boxSize) \(symbol.boxSize)"><path d="\(symbol.path)"/></svg>
///   """
/// ```
public struct QRSymbol: Sendable, Hashable {
  /// The number of modules in a side, 21 to 177. Readers need four light modules on each side, the
  /// quiet zone.
  public let size: Int
  /// The modules row by row. `true` is dark.
  let modules: [Bool]

  /// Encodes a text.
  /// - Parameter text: Up to 2,331 bytes of UTF-8, or up to 3,391 capital letters, digits and
  ///   ` $%*+-./:`, or up to 5,596 digits.
  /// - Returns: `nil` if the text is longer.
  public init?(_ text: String) {
    let segment = QRSegment(text)
    guard let version = QRVersion.smallest(for: segment) else { return nil }
    let codewords = QRCodewords.interleaved(QRCodewords.data(segment, version), version)
    let symbolModules = QRDrawing(version).masked(placing: codewords)
    size = version.size
    modules = symbolModules
  }

  /// Returns whether a module is dark. Modules outside the symbol are light.
  /// - Parameters:
  ///   - column: The module's column from the left, counted from 0.
  ///   - row: The module's row from the top, counted from 0.
  public func isDark(column: Int, row: Int) -> Bool {
    (0..<size).contains(column) && (0..<size).contains(row) && modules[row * size + column]
  }
}
