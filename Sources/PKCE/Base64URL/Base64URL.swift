/// Base64url without padding: RFC 4648 §5, as RFC 7636 appendix A and RFC 7515 appendix C narrow it.
///
/// OAuth writes random octets, digests and JWT parts this way. Encoding takes any sequence of octets; decoding is
/// strict, so that for each run of octets exactly one text is accepted.
public enum Base64URL {
  /// Writes octets as base64url.
  ///
  /// The characters are computed, not looked up: neither branches nor memory addresses depend on the octets, which are
  /// a secret when a verifier is made of them.
  ///
  /// - Parameter octets: any number of them; a sequence that can be read only once is read once.
  /// - Returns: ⌈8n/6⌉ characters for n octets, without padding.
  public static func encode(_ octets: some Sequence<UInt8>) -> String {
    // Safe: the memory is lent for the duration of the closure, which doesn't let it escape.
    if let text = octets.withContiguousStorageIfAvailable({ unsafe encode(contiguous: $0) }) { return text }
    return unsafe Array(octets).withUnsafeBufferPointer { unsafe encode(contiguous: $0) }
  }

  /// Reads base64url back into octets.
  ///
  /// Like encoding it computes, so that for a text without fault neither branches nor addresses depend on it.
  ///
  /// Whoever receives base64url (a server a challenge, a client a JWT) calls it on the text as it came.
  ///
  /// - Parameter text: the characters without padding; empty gives no octets.
  /// - Throws: ``Base64URLError`` for the first character that isn't of the alphabet (padding and white space are cases
  ///   of their own), then for a length that can't be, then for spare bits that aren't zero.
  public static func decode(_ text: some StringProtocol) throws(Base64URLError) -> [UInt8] {
    // Safe: the memory is lent for the duration of the closure, which doesn't let it escape.
    if let octets = text.utf8.withContiguousStorageIfAvailable({ unsafe decoded(contiguous: $0) }) ?? nil {
      return octets
    }
    return try decode(octets: Array(text.utf8)[...])
  }

  /// The same for a text that is there as octets, such as a part of a JWT.
  package static func decode(octets text: ArraySlice<UInt8>) throws(Base64URLError) -> [UInt8] {
    // Safe: the memory is lent for the duration of the closure, which doesn't let it escape.
    if let octets = unsafe text.withUnsafeBufferPointer({ unsafe decoded(contiguous: $0) }) { return octets }
    if let error = firstForeign(text) { throw error }
    throw text.count % 4 == 1 ? .impossibleLength(text.count) : .nonZeroSpareBits
  }

  /// The error for the first octet of a text that isn't a base64url character, if there is one.
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

  /// Encodes octets that lie in one piece, with one allocation.
  static func encode(contiguous octets: UnsafeBufferPointer<UInt8>) -> String {
    let count = (octets.count * 8 + 5) / 6
    // Safe: there is room for whole groups of sixteen characters, `write` initializes them all, and only those that
    // stand for octets are kept.
    return unsafe String(unsafeUninitializedCapacity: (count + 15) & ~15) { text in
      unsafe write(UnsafeRawBufferPointer(octets), into: UnsafeMutableRawBufferPointer(text))
      return count
    }
  }

  /// Writes sixteen characters for each twelve octets; the end isn't a case of its own.
  private static func write(_ octets: UnsafeRawBufferPointer, into text: UnsafeMutableRawBufferPointer) {
    let count = octets.count
    guard count >= 8 else { return unsafe writeFew(octets, into: text) }
    var from = 0
    var to = 0
    while from < count {
      let twelve = unsafe SIMD2(six(from: from, of: octets, count), six(from: from &+ 6, of: octets, count))
      // Safe: the caller made room for whole groups.
      unsafe text.storeBytes(of: characters(of: twelve), toByteOffset: to, as: SIMD2<UInt64>.self)
      from &+= 12
      to &+= 16
    }
  }

  /// Six of at least eight octets, the first one highest. Zeros stand for those behind the end, unless all six are
  /// behind it: then it's any number, and nobody keeps its characters.
  @inline(__always)
  private static func six(from: Int, of octets: UnsafeRawBufferPointer, _ count: Int) -> UInt64 {
    // Eight octets are loaded. Near the end they are the last eight of all, and those before `from` are shifted out.
    // Safe: 0 <= start <= count - 8.
    let start = min(from, count &- 8)
    let eight = unsafe UInt64(bigEndian: octets.loadUnaligned(fromByteOffset: start, as: UInt64.self))
    return eight &<< UInt64(truncatingIfNeeded: 8 &* (from &- start))
  }

  /// The same for fewer than eight octets.
  @inline(never)
  private static func writeFew(_ octets: UnsafeRawBufferPointer, into text: UnsafeMutableRawBufferPointer) {
    guard unsafe !octets.isEmpty else { return }
    var eight: UInt64 = 0
    for index in 0..<octets.count {
      // Safe: the index is below the count.
      eight |= unsafe UInt64(octets[index]) << UInt64(56 - 8 * index)
    }
    // Safe: the caller made room for a whole group.
    unsafe text.storeBytes(of: characters(of: SIMD2(eight, eight << 48)), as: SIMD2<UInt64>.self)
  }

  /// The sixteen characters for two times six octets.
  ///
  /// Sixteen sums are done in one: each octet of the vector is a lane of its own, and no lane ever leaves 0 to 255. It's
  /// arithmetic of 64 bits throughout, since the comparisons that a vector of octets offers may be compiled to branches.
  ///
  /// - Parameter twelve: six octets in each half, the first one highest; what is in the low 16 bits doesn't count.
  /// - Returns: the characters, the first one lowest in the first half.
  @inline(__always)
  private static func characters(of twelve: SIMD2<UInt64>) -> SIMD2<UInt64> {
    // In each half two times three octets change places, and each three are cut in four, the first six bits lowest.
    let three = twelve &>> 40 | (twelve &<< 16) & 0x00FF_FFFF_0000_0000
    let lanes =
      three &>> 18 & 0x0000_003F_0000_003F | three &>> 4 & 0x0000_3F00_0000_3F00
      | three &<< 10 & 0x003F_0000_003F_0000 | three &<< 24 & 0x3F00_0000_3F00_0000
    // "A" for 0; from 26 on 6 more, so that it goes on with "a"; from 52 on 75 less, for "0"; 62 is 13 less, for "-";
    // 63 is 49 more, for "_".
    let sums =
      lanes &+ SIMD2(repeating: 65 &* one) &+ addend(6, from: 26, lanes) &+ addend(49, from: 63, lanes)
      &- addend(75, from: 52, lanes) &- addend(13, from: 62, lanes)
    return SIMD2(sums[0].littleEndian, sums[1].littleEndian)
  }

  /// The addend in each lane whose number, which is below 64, is at least the limit; 0 in the others.
  @inline(__always)
  private static func addend(_ addend: UInt64, from limit: UInt64, _ lanes: SIMD2<UInt64>) -> SIMD2<UInt64> {
    // The highest bit of a lane is set from the limit on, and becomes the seven below it.
    let highest = (lanes &+ SIMD2(repeating: (128 &- limit) &* one)) & SIMD2(repeating: 128 &* one)
    return (highest &- highest &>> 7) & SIMD2(repeating: addend &* one)
  }

  /// Decodes characters that lie in one piece, with one allocation; nil if they aren't base64url.
  private static func decoded(contiguous text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard text.count % 4 != 1 else { return nil }
    let count = text.count * 6 / 8
    var isValid = true
    // Safe: there is room for whole groups of six octets and the two that are stored with each; `read` initializes all
    // that are kept.
    let octets = unsafe [UInt8](unsafeUninitializedCapacity: (text.count + 7) / 8 * 6 + 2) { octets, initialized in
      isValid = unsafe read(UnsafeRawBufferPointer(text), into: UnsafeMutableRawBufferPointer(octets))
      initialized = count
    }
    return isValid ? octets : nil
  }

  /// Reads six octets from each eight characters; whether all of them are base64url and no spare bit is set.
  private static func read(_ text: UnsafeRawBufferPointer, into octets: UnsafeMutableRawBufferPointer) -> Bool {
    var invalid: UInt64 = 0
    var to = 0
    var from = 0
    while from &+ 8 <= text.count {
      // Safe: eight characters are left, and the caller made room for whole groups and two octets more.
      let lanes = unsafe UInt64(bigEndian: text.loadUnaligned(fromByteOffset: from, as: UInt64.self))
      let six = sixOctets(of: lanes, &invalid)
      unsafe octets.storeBytes(of: (six << 16).bigEndian, toByteOffset: to, as: UInt64.self)
      from &+= 8
      to &+= 6
    }
    guard from < text.count else { return invalid == 0 }
    // The rest is filled up with the character for zero.
    var lanes = UInt64(UInt8(ascii: "A")) &* one
    for index in from..<text.count {
      let shift = UInt64(56 - 8 * (index - from))
      // Safe: the index is below the count.
      lanes = unsafe lanes & ~(0xFF << shift) | UInt64(text[index]) << shift
    }
    let six = sixOctets(of: lanes, &invalid)
    unsafe octets.storeBytes(of: (six << 16).bigEndian, toByteOffset: to, as: UInt64.self)
    // What is behind the last whole octet are spare bits (RFC 4648 §3.5).
    let bits = UInt64((text.count - from) * 6 / 8 * 8)
    return invalid == 0 && six << (16 + bits) == 0
  }

  /// The six octets for eight characters.
  ///
  /// - Parameters:
  ///   - text: the characters, the first one highest.
  ///   - invalid: gets a bit set if one of them isn't of the alphabet.
  /// - Returns: the octets in the low 48 bits, the first one highest.
  @inline(__always)
  private static func sixOctets(of text: UInt64, _ invalid: inout UInt64) -> UInt64 {
    // Above 127 the lanes would disturb each other.
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
    // Eight lanes of 6 bits become four of 12, two of 24, one of 48.
    bits = bits >> 2 & 0x0FC0_0FC0_0FC0_0FC0 | bits & 0x003F_003F_003F_003F
    bits = bits >> 4 & 0x00FF_F000_00FF_F000 | bits & 0x0000_0FFF_0000_0FFF
    return bits >> 8 & 0x0000_FFFF_FF00_0000 | bits & 0x00FF_FFFF
  }

  /// 1 in each lane whose number, which is below 64, is at least the limit; 0 in the others.
  @inline(__always)
  private static func reached(_ limit: UInt64, _ lanes: UInt64) -> UInt64 {
    (lanes &+ (128 &- limit) &* one) >> 7 & one
  }

  /// 1 in each lane.
  private static let one: UInt64 = 0x0101_0101_0101_0101

  /// The number that a character stands for.
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
