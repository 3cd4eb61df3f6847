/// Base64url without padding (RFC 4648 §5), with the limits of RFC 7636 appendix A and RFC 7515
/// appendix C.
///
/// OAuth writes random bytes, digests and JWT parts in base64url. Encoding accepts any sequence of
/// bytes. Decoding is strict: for each sequence of bytes, exactly one text is accepted.
///
/// ```swift
/// let text = Base64URL.encode([0xFF, 0xFE])  // "__4"
/// let bytes = try Base64URL.decode(text)  // [0xFF, 0xFE]
/// ```
public enum Base64URL {
  /// Encodes bytes as base64url.
  ///
  /// The characters are computed, not looked up in a table. Neither branches nor memory addresses
  /// depend on the bytes, because the bytes of a verifier are secret.
  ///
  /// - Parameter bytes: The bytes, any number of them. A sequence that can be read only once is
  ///   read once.
  /// - Returns: ⌈8n/6⌉ characters for n bytes, without padding.
  public static func encode(_ bytes: some Sequence<UInt8>) -> String {
    // Safe: the memory is valid during the closure, and the closure doesn't let it escape.
    if let text = bytes.withContiguousStorageIfAvailable({ unsafe encode(contiguous: $0) }) { return text }
    return unsafe Array(bytes).withUnsafeBufferPointer { unsafe encode(contiguous: $0) }
  }

  /// Decodes base64url into bytes.
  ///
  /// Receivers of base64url call it on the text as received: a server on a code challenge, a client
  /// on a part of a JWT. Decoding computes like encoding: for a valid text, neither branches nor
  /// memory addresses depend on its characters.
  ///
  /// - Parameter text: The characters, without padding. An empty text gives no bytes.
  /// - Throws: ``Base64URLError``. The first character outside the alphabet is reported first
  ///   (padding and white space have their own cases), then an impossible length, then spare bits
  ///   that aren't zero.
  public static func decode(_ text: some StringProtocol) throws(Base64URLError) -> [UInt8] {
    // Safe: the memory is valid during the closure, and the closure doesn't let it escape.
    if let bytes = text.utf8.withContiguousStorageIfAvailable({ unsafe decoded(contiguous: $0) }) ?? nil {
      return bytes
    }
    return try decode(bytes: Array(text.utf8)[...])
  }

  /// Decodes a text that is available as bytes, such as a part of a JWT.
  package static func decode(bytes text: ArraySlice<UInt8>) throws(Base64URLError) -> [UInt8] {
    // Safe: the memory is valid during the closure, and the closure doesn't let it escape.
    if let bytes = unsafe text.withUnsafeBufferPointer({ unsafe decoded(contiguous: $0) }) { return bytes }
    if let error = firstForeign(text) { throw error }
    throw text.count % 4 == 1 ? .impossibleLength(text.count) : .nonZeroSpareBits
  }

  /// Returns the error for the first character that isn't base64url, or nil if all are.
  static func firstForeign(_ characters: some Sequence<UInt8>) -> Base64URLError? {
    for (position, character) in characters.enumerated() where sextet(of: character) == nil {
      switch character {
      case UInt8(ascii: "="): return .padding(position: position)
      case UInt8(ascii: " "), 0x09...0x0D: return .whiteSpace(position: position)
      default: return .foreignCharacter(position: position)
      }
    }
    return nil
  }

  /// Encodes contiguous bytes with one allocation.
  static func encode(contiguous bytes: UnsafeBufferPointer<UInt8>) -> String {
    let count = (bytes.count * 8 + 5) / 6
    // Safe: there is room for whole groups of sixteen characters, and `write` initializes all of
    // them. Only the first `count` characters are kept.
    return unsafe String(unsafeUninitializedCapacity: (count + 15) & ~15) { text in
      unsafe write(UnsafeRawBufferPointer(bytes), into: UnsafeMutableRawBufferPointer(text))
      return count
    }
  }

  /// Writes sixteen characters for each twelve bytes. The last group needs no special case: its
  /// surplus characters are cut off by the caller.
  private static func write(_ bytes: UnsafeRawBufferPointer, into text: UnsafeMutableRawBufferPointer) {
    let count = bytes.count
    guard count >= 8 else { return unsafe writeFew(bytes, into: text) }
    var from = 0
    var to = 0
    while from < count {
      let twelve = unsafe SIMD2(six(from: from, of: bytes, count), six(from: from &+ 6, of: bytes, count))
      // Safe: the caller allocated whole groups.
      unsafe text.storeBytes(of: characters(of: twelve), toByteOffset: to, as: SIMD2<UInt64>.self)
      from &+= 12
      to &+= 16
    }
  }

  /// Loads six bytes from at least eight, the first byte in the highest position. Bytes past the
  /// end read as zero. If all six are past the end, the result is arbitrary, and its characters are
  /// cut off.
  @inline(__always)
  private static func six(from: Int, of bytes: UnsafeRawBufferPointer, _ count: Int) -> UInt64 {
    // Eight bytes are loaded. Near the end these are the last eight of the input, and the bytes
    // before `from` are shifted out. Safe: 0 <= start <= count - 8.
    let start = min(from, count &- 8)
    let eight = unsafe UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self))
    return eight &<< UInt64(truncatingIfNeeded: 8 &* (from &- start))
  }

  /// Writes one group of characters for fewer than eight bytes.
  @inline(never)
  private static func writeFew(_ bytes: UnsafeRawBufferPointer, into text: UnsafeMutableRawBufferPointer) {
    guard unsafe !bytes.isEmpty else { return }
    var eight: UInt64 = 0
    for index in 0..<bytes.count {
      // Safe: the index is below the count.
      eight |= unsafe UInt64(bytes[index]) << UInt64(56 - 8 * index)
    }
    // Safe: the caller allocated a whole group.
    unsafe text.storeBytes(of: characters(of: SIMD2(eight, eight << 48)), as: SIMD2<UInt64>.self)
  }

  /// Computes sixteen characters from two groups of six bytes.
  ///
  /// One addition adds sixteen lanes: each byte of the vector is one lane, and no lane leaves the
  /// range 0 to 255. The arithmetic uses 64-bit integers, because the compiler may turn comparisons
  /// of byte vectors into branches.
  ///
  /// - Parameter twelve: Six bytes in each half, the first one highest. The low 16 bits are
  ///   ignored.
  /// - Returns: The characters, the first one lowest in the first half.
  @inline(__always)
  private static func characters(of twelve: SIMD2<UInt64>) -> SIMD2<UInt64> {
    // In each half, the two groups of three bytes swap places. Each group is then split into four
    // times six bits, the first six bits lowest.
    let three = twelve &>> 40 | (twelve &<< 16) & 0x00FF_FFFF_0000_0000
    let lanes =
      three &>> 18 & 0x0000_003F_0000_003F | three &>> 4 & 0x0000_3F00_0000_3F00
      | three &<< 10 & 0x003F_0000_003F_0000 | three &<< 24 & 0x3F00_0000_3F00_0000
    // 0 becomes "A" (add 65). From 26 on, 6 more reach "a". From 52 on, 75 less reach "0". 62 takes
    // 13 less, for "-", and 63 takes 49 more, for "_".
    let sums =
      lanes &+ SIMD2(repeating: 65 &* one) &+ addend(6, from: 26, lanes) &+ addend(49, from: 63, lanes)
      &- addend(75, from: 52, lanes) &- addend(13, from: 62, lanes)
    return SIMD2(sums[0].littleEndian, sums[1].littleEndian)
  }

  /// Returns `addend` in each lane whose value is at least `limit`, and 0 in the others. Values are
  /// below 64.
  @inline(__always)
  private static func addend(_ addend: UInt64, from limit: UInt64, _ lanes: SIMD2<UInt64>) -> SIMD2<UInt64> {
    // The highest bit of a lane is set if the value reaches the limit. The subtraction spreads this
    // bit over the seven bits below it.
    let highest = (lanes &+ SIMD2(repeating: (128 &- limit) &* one)) & SIMD2(repeating: 128 &* one)
    return (highest &- highest &>> 7) & SIMD2(repeating: addend &* one)
  }

  /// Decodes contiguous characters with one allocation; nil if they aren't base64url.
  private static func decoded(contiguous text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard text.count % 4 != 1 else { return nil }
    let count = text.count * 6 / 8
    var isValid = true
    // Safe: there is room for whole groups of six bytes and the two more that each store writes.
    // `read` initializes all bytes that are kept.
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: (text.count + 7) / 8 * 6 + 2) { bytes, initialized in
      isValid = unsafe read(UnsafeRawBufferPointer(text), into: UnsafeMutableRawBufferPointer(bytes))
      initialized = count
    }
    return isValid ? bytes : nil
  }

  /// Decodes six bytes from each eight characters. Returns whether all characters are base64url and
  /// all spare bits are zero.
  private static func read(_ text: UnsafeRawBufferPointer, into bytes: UnsafeMutableRawBufferPointer) -> Bool {
    var invalid: UInt64 = 0
    var to = 0
    var from = 0
    while from &+ 8 <= text.count {
      // Safe: eight characters are left, and the caller allocated whole groups and two more bytes.
      let lanes = unsafe UInt64(bigEndian: text.loadUnaligned(fromByteOffset: from, as: UInt64.self))
      let six = sixBytes(of: lanes, &invalid)
      unsafe bytes.storeBytes(of: (six << 16).bigEndian, toByteOffset: to, as: UInt64.self)
      from &+= 8
      to &+= 6
    }
    guard from < text.count else { return invalid == 0 }
    // The missing characters of the last group are replaced with the character for zero.
    var lanes = UInt64(UInt8(ascii: "A")) &* one
    for index in from..<text.count {
      let shift = UInt64(56 - 8 * (index - from))
      // Safe: the index is below the count.
      lanes = unsafe lanes & ~(0xFF << shift) | UInt64(text[index]) << shift
    }
    let six = sixBytes(of: lanes, &invalid)
    unsafe bytes.storeBytes(of: (six << 16).bigEndian, toByteOffset: to, as: UInt64.self)
    // The bits after the last whole byte are spare bits (RFC 4648 §3.5).
    let bits = UInt64((text.count - from) * 6 / 8 * 8)
    return invalid == 0 && six << (16 + bits) == 0
  }

  /// Decodes eight characters into six bytes.
  ///
  /// - Parameters:
  ///   - text: The characters, the first one highest.
  ///   - invalid: Gets a bit set if a character isn't in the alphabet.
  /// - Returns: The bytes in the low 48 bits, the first one highest.
  @inline(__always)
  private static func sixBytes(of text: UInt64, _ invalid: inout UInt64) -> UInt64 {
    // A value above 127 would carry into the next lane.
    invalid |= text & (128 &* one)
    let lanes = text & (127 &* one)
    let digit = reached(48, lanes) ^ reached(58, lanes)
    let upper = reached(65, lanes) ^ reached(91, lanes)
    let lower = reached(97, lanes) ^ reached(123, lanes)
    let hyphen = reached(45, lanes) ^ reached(46, lanes)
    let lowLine = reached(95, lanes) ^ reached(96, lanes)
    invalid |= (digit | upper | lower | hyphen | lowLine) ^ one
    // "A" stands for 0, "a" for 26, "0" for 52, "-" for 62, "_" for 63.
    var bits = lanes &+ digit &* 4 &+ hyphen &* 17 &- upper &* 65 &- lower &* 71 &- lowLine &* 32
    // Eight lanes of 6 bits become four of 12, then two of 24, then one of 48.
    bits = bits >> 2 & 0x0FC0_0FC0_0FC0_0FC0 | bits & 0x003F_003F_003F_003F
    bits = bits >> 4 & 0x00FF_F000_00FF_F000 | bits & 0x0000_0FFF_0000_0FFF
    return bits >> 8 & 0x0000_FFFF_FF00_0000 | bits & 0x00FF_FFFF
  }

  /// Returns 1 in each lane whose value is at least `limit`, and 0 in the others. Values are below
  /// 128.
  @inline(__always)
  private static func reached(_ limit: UInt64, _ lanes: UInt64) -> UInt64 {
    (lanes &+ (128 &- limit) &* one) >> 7 & one
  }

  /// The value 1 in each lane.
  private static let one: UInt64 = 0x0101_0101_0101_0101

  /// Returns the 6-bit value of a character, or nil if the character isn't in the alphabet.
  private static func sextet(of character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
    case UInt8(ascii: "-"): 62
    case UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
