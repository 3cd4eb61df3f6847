/// Conversion of a text into the code words of a symbol.
enum QRCodewords {
  /// Returns the segment's code words with terminator and padding (ISO/IEC 18004 §7.4.9, §7.4.10).
  static func data(_ segment: QRSegment, _ version: QRVersion) -> [UInt8] {
    var bits = QRBits()
    segment.write(to: &bits, version)
    bits.append(0, width: min(4, version.dataCount * 8 - bits.bits.count))
    var bytes = bits.bytes
    let padding: [UInt8] = [0xEC, 0x11]
    var index = 0
    while bytes.count < version.dataCount {
      bytes.append(padding[index % 2])
      index += 1
    }
    return bytes
  }

  /// Divides data into blocks, the shorter ones first, adds error correction to each block, and
  /// interleaves the code words of all blocks (§7.5.1, §7.6).
  static func interleaved(_ data: [UInt8], _ version: QRVersion) -> [UInt8] {
    let code = ReedSolomon(count: version.correctionPerBlock)
    let shortLength = version.dataCount / version.blockCount
    let longCount = version.dataCount % version.blockCount
    var blocks: [ArraySlice<UInt8>] = []
    var start = 0
    for block in 0..<version.blockCount {
      let length = shortLength + (block < version.blockCount - longCount ? 0 : 1)
      blocks.append(data[start..<start + length])
      start += length
    }
    let corrections = blocks.map(code.correction)
    var result: [UInt8] = []
    for index in 0...shortLength {
      result += blocks.compactMap { index < $0.count ? $0[$0.startIndex + index] : nil }
    }
    for index in 0..<version.correctionPerBlock { result += corrections.map { $0[index] } }
    return result
  }
}
