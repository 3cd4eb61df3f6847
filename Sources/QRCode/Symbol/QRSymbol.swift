/// A QR code (ISO/IEC 18004): a text as a square of dark and light modules that a camera can read.
///
/// It has error correction level M, which mends 15 % of its code words: enough for a screen and for paper. It is as small as the text
/// allows.
public struct QRSymbol: Sendable, Hashable {
  /// How many modules a side has: 21 to 177. A reader needs four light modules around them, the quiet zone.
  public let size: Int
  /// Row after row; `true` is dark.
  let modules: [Bool]

  /// Draws a text.
  /// - Parameter text: up to 2,331 octets of UTF-8; up to 3,391 capital letters, digits and ` $%*+-./:`, or 5,596 digits.
  /// - Throws: ``QRSymbolError/tooLong`` if there is more.
  public init(_ text: String) throws(QRSymbolError) {
    let segment = QRSegment(text)
    guard let version = QRVersion.smallest(for: segment) else { throw .tooLong }
    let codewords = QRCodewords.interleaved(QRCodewords.data(segment, version), version)
    let drawn = QRDrawing(version).masked(placing: codewords)
    size = version.size
    modules = drawn
  }

  /// Whether a module is dark. What lies outside is light.
  /// - Parameters:
  ///   - column: from the left, from 0.
  ///   - row: from the top, from 0.
  public func isDark(column: Int, row: Int) -> Bool {
    (0..<size).contains(column) && (0..<size).contains(row) && modules[row * size + column]
  }
}
