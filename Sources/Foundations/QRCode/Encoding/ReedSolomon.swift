/// Error correction over GF(2⁸) with the polynomial x⁸ + x⁴ + x³ + x² + 1 (ISO/IEC 18004 §7.5.2).
struct ReedSolomon {
  /// The generator polynomial's coefficients, without the leading 1.
  private let generator: [UInt8]

  /// - Parameter count: The number of error correction code words.
  init(count: Int) {
    // The generator polynomial is the product (x − α⁰) … (x − αⁿ⁻¹).
    var generator = [UInt8](repeating: 0, count: count - 1) + [1]
    var root: UInt8 = 1
    for _ in 0..<count {
      for index in 0..<count {
        generator[index] = Self.product(generator[index], root)
        if index + 1 < count { generator[index] ^= generator[index + 1] }
      }
      root = Self.product(root, 2)
    }
    self.generator = generator
  }

  /// Returns the remainder of the data divided by the generator polynomial.
  func correction(of data: some Sequence<UInt8>) -> [UInt8] {
    var remainder = [UInt8](repeating: 0, count: generator.count)
    for byte in data {
      let factor = byte ^ remainder.removeFirst()
      remainder.append(0)
      for index in generator.indices { remainder[index] ^= Self.product(generator[index], factor) }
    }
    return remainder
  }

  static func product(_ lhs: UInt8, _ rhs: UInt8) -> UInt8 {
    var product = 0
    for bit in (0..<8).reversed() {
      product = product << 1 ^ (product >> 7) * 0x11D
      product ^= Int(rhs >> bit & 1) * Int(lhs)
    }
    return UInt8(truncatingIfNeeded: product)
  }
}
