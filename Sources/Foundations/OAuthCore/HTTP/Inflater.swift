/// A reader of compressed data (DEFLATE, RFC 1951) that gets its input in parts and stops at a limit of its
/// output.
struct Inflater {
  /// The reason why the data can't be read.
  enum Failure: Error {
    /// The output would be larger than the limit.
    case tooLarge
    /// The data isn't DEFLATE.
    case malformed
    /// The next step needs more input.
    case incomplete
  }

  /// The rest of a block (RFC 1951 §3.2.3).
  private enum Block {
    case stored(Int)
    case expanded(Codes, Codes)
  }

  private let limit: Int
  private var input: [UInt8] = []
  private var position = 0
  private var bits: UInt32 = 0
  private var bitCount = 0
  private var block: Block?
  private var isLast = false
  /// The end of the output: distances reach back 32 KiB (RFC 1951 §3.2.5).
  private var window: [UInt8] = []
  /// The size of the output so far.
  private(set) var count = 0

  /// - Parameter limit: The largest output in bytes.
  init(limit: Int) { self.limit = limit }

  /// Whether the last block has ended.
  var isFinished: Bool { isLast && block == nil }

  /// The input behind the last block.
  var rest: ArraySlice<UInt8> { input[position...] }

  /// Adds input.
  mutating func append(_ bytes: some Collection<UInt8>) {
    input.removeFirst(position)
    position = 0
    input += bytes
  }

  /// Returns the next output.
  ///
  /// - Parameter size: The number of bytes after which the output is returned. A copy can add 257 to it.
  /// - Returns: Less if the data ends or more input is needed.
  mutating func next(_ size: Int) throws(Failure) -> [UInt8] {
    window.removeFirst(max(window.count - 32_768, 0))
    let begin = window.count
    while !isFinished, window.count - begin < size {
      // A step that lacks input is repeated as a whole.
      let state = (position, bits, bitCount)
      do throws(Failure) {
        try step()
      } catch {
        guard error == .incomplete else { throw error }
        (position, bits, bitCount) = state
        break
      }
    }
    return Array(window[begin...])
  }

  /// Reads the header of a block, a byte, a symbol or a copy.
  private mutating func step() throws(Failure) {
    switch block {
    case nil:
      let isLast = try take(1) == 1
      switch try take(2) {
      case 0: block = .stored(try storedLength())
      case 1: block = .expanded(Self.fixedLiterals, Self.fixedDistances)
      case 2:
        let (literals, distances) = try codes()
        block = .expanded(literals, distances)
      default: throw .malformed
      }
      self.isLast = isLast
    case .stored(0)?: block = nil
    case .stored(let length)?:
      try append(byte())
      block = .stored(length - 1)
    case .expanded(let literals, let distances)?: try expand(literals, distances)
    }
  }

  private mutating func byte() throws(Failure) -> UInt8 {
    guard position < input.count else { throw .incomplete }
    defer { position += 1 }
    return input[position]
  }

  /// Reads at most 13 bits, the first one as the lowest (RFC 1951 §3.1.1).
  private mutating func take(_ count: Int) throws(Failure) -> Int {
    while bitCount < count {
      bits |= UInt32(try byte()) << UInt32(bitCount)
      bitCount += 8
    }
    defer {
      bits >>= UInt32(count)
      bitCount -= count
    }
    return Int(bits & (1 << UInt32(count) - 1))
  }

  private mutating func append(_ byte: UInt8) throws(Failure) {
    guard count < limit else { throw .tooLarge }
    window.append(byte)
    count += 1
  }

  /// Reads the length of a block without compression (RFC 1951 §3.2.4).
  private mutating func storedLength() throws(Failure) -> Int {
    (bits, bitCount) = (0, 0)
    let length = try take(8) | take(8) << 8
    guard try take(8) | take(8) << 8 == length ^ 0xFFFF else { throw .malformed }
    return length
  }

  /// Reads a symbol (RFC 1951 §3.2.5).
  private mutating func expand(_ literals: Codes, _ distances: Codes) throws(Failure) {
    let symbol = try symbol(of: literals)
    switch symbol {
    case ..<256: try append(UInt8(symbol))
    case 256: block = nil
    case 257...285:
      let length = try Self.lengths[symbol - 257] + take(Self.lengthBits[symbol - 257])
      let code = try self.symbol(of: distances)
      guard code < Self.distances.count else { throw .malformed }
      let distance = try Self.distances[code] + take(Self.distanceBits[code])
      guard distance <= window.count else { throw .malformed }
      for _ in 0..<length { try append(window[window.count - distance]) }
    default: throw .malformed
    }
  }

  private mutating func symbol(of codes: Codes) throws(Failure) -> Int {
    var (code, first, index) = (0, 0, 0)
    for count in codes.counts.dropFirst() {
      code |= try take(1)
      if code - first < count { return codes.symbols[index + code - first] }
      index += count
      first = (first + count) << 1
      code <<= 1
    }
    throw .malformed
  }

  /// Reads the codes of a block (RFC 1951 §3.2.7).
  private mutating func codes() throws(Failure) -> (literals: Codes, distances: Codes) {
    let (literals, distances, lengthCodes) = (try take(5) + 257, try take(5) + 1, try take(4) + 4)
    var lengthLengths = [Int](repeating: 0, count: 19)
    for index in 0..<lengthCodes { lengthLengths[Self.lengthOrder[index]] = try take(3) }
    let lengthCode = try Codes(lengthLengths)
    var lengths: [Int] = []
    while lengths.count < literals + distances {
      let symbol = try symbol(of: lengthCode)
      switch symbol {
      case 16:
        guard let last = lengths.last else { throw .malformed }
        lengths += Array(repeating: last, count: try take(2) + 3)
      case 17: lengths += Array(repeating: 0, count: try take(3) + 3)
      case 18: lengths += Array(repeating: 0, count: try take(7) + 11)
      default: lengths.append(symbol)
      }
    }
    guard lengths.count == literals + distances else { throw .malformed }
    return (try Codes(Array(lengths[..<literals])), try Codes(Array(lengths[literals...])))
  }

  /// A Huffman code (RFC 1951 §3.2.2).
  private struct Codes {
    /// The number of symbols of each length.
    var counts = [Int](repeating: 0, count: 16)
    /// The symbols by their codes.
    var symbols: [Int] = []

    /// - Parameter lengths: The length of each symbol's code; 0 for a symbol without one.
    init(_ lengths: [Int]) throws(Failure) {
      self.init(fixed: lengths)
      var room = 1
      for count in counts.dropFirst() {
        room = room * 2 - count
        guard room >= 0 else { throw .malformed }
      }
    }

    /// A code whose lengths are valid.
    init(fixed lengths: [Int]) {
      for length in 1..<16 {
        let found = lengths.indices.filter { lengths[$0] == length }
        counts[length] = found.count
        symbols += found
      }
    }
  }

  private static let fixedLiterals = Codes(fixed: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
  private static let fixedDistances = Codes(fixed: Array(repeating: 5, count: 30))
  private static let lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
  private static let lengths = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
  ]
  private static let lengthBits = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]
  private static let distances = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1_025, 1_537, 2_049, 3_073, 4_097,
    6_145, 8_193, 12_289, 16_385, 24_577,
  ]
  private static let distanceBits = [
    0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
  ]
}
