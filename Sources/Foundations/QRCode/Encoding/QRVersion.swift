/// A version (size) of a QR code, 1 to 40, with the standard's values for error correction level M.
struct QRVersion: Sendable {
  let number: Int

  /// The number of modules in a side (ISO/IEC 18004 §5.3.1).
  var size: Int { 17 + 4 * number }

  /// The number of error correction code words in each block (§7.5.1, table 9).
  var correctionPerBlock: Int { Self.corrections[number - 1] }

  /// The number of blocks into which the code words are divided (§7.5.1, table 9).
  var blockCount: Int { Self.blocks[number - 1] }

  /// The number of code words, data and error correction. They fill all modules except those of
  /// function patterns, format and version.
  var codewordCount: Int {
    var modules = (16 * number + 128) * number + 64
    if number >= 2 {
      let patterns = number / 7 + 2
      modules -= (25 * patterns - 10) * patterns - 55
      if number >= 7 { modules -= 36 }
    }
    return modules / 8
  }

  var dataCount: Int { codewordCount - correctionPerBlock * blockCount }

  /// The rows and columns of the alignment patterns' centres (§6.3.6, annex E).
  var alignmentCentres: [Int] {
    guard number > 1 else { return [] }
    let count = number / 7 + 2
    let step = number == 32 ? 26 : (number * 4 + count * 2 + 1) / (count * 2 - 2) * 2
    return [6] + (0..<count - 1).reversed().map { size - 7 - $0 * step }
  }

  /// Returns the smallest version that can hold a segment, or nil if none can.
  static func smallest(for segment: QRSegment) -> QRVersion? {
    (1...40).lazy.map(QRVersion.init).first { segment.width($0) <= $0.dataCount * 8 }
  }

  private static let corrections = [
    10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26,
    26, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
  ]
  private static let blocks = [
    1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16,
    17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49,
  ]
}
