/// A sequence of bits. Numbers are appended with their most significant bit first.
struct QRBits {
  private(set) var bits: [Bool] = []

  mutating func append(_ number: Int, width: Int) {
    for shift in (0..<width).reversed() { bits.append(number >> shift & 1 == 1) }
  }

  /// The bits as bytes. The last byte is filled with zeros.
  var bytes: [UInt8] {
    stride(from: 0, to: bits.count, by: 8).map { start in
      (0..<8).reduce(0) { $0 << 1 | (start + $1 < bits.count && bits[start + $1] ? 1 : 0) }
    }
  }
}
