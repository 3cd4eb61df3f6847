/// Base64url without padding: RFC 4648 §5, as RFC 7636 appendix A and RFC 7515 appendix C narrow it.
///
/// OAuth writes random octets, digests and JWT parts this way. Encoding takes any sequence of octets; decoding is
/// strict, so that for each run of octets exactly one text is accepted.
public enum Base64URL {
  /// Writes octets as base64url.
  ///
  /// The characters are computed, not looked up: neither branches nor memory addresses depend on the octets, which are
  /// a secret when a verifier is made from them.
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
  /// Whoever receives base64url (a server a challenge, a client a JWT) calls it on the text as it came.
  ///
  /// - Parameter text: the characters without padding; empty gives no octets.
  /// - Throws: ``Base64URLError`` for the first character that isn't of the alphabet (padding and white space are cases
  ///   of their own), then for a length that can't be, then for spare bits that aren't zero.
  public static func decode(_ text: some StringProtocol) throws(Base64URLError) -> [UInt8] {
    let characters = Array(text.utf8)
    if let error = firstForeign(characters) { throw error }
    guard characters.count % 4 != 1 else { throw .impossibleLength(characters.count) }

    var octets: [UInt8] = []
    octets.reserveCapacity(characters.count / 4 * 3 + 2)
    // At most 13 bits are held: up to 6 that wait and 6 that come, those already written being masked away.
    var bits: UInt32 = 0
    var bitCount: UInt32 = 0
    for character in characters {
      guard let sextet = sextet(of: character) else { continue }
      bits = bits << 6 | UInt32(sextet)
      bitCount += 6
      if bitCount >= 8 {
        bitCount -= 8
        octets.append(UInt8(truncatingIfNeeded: bits >> bitCount))
        bits &= (1 << bitCount) - 1
      }
    }
    guard bits == 0 else { throw .nonZeroSpareBits }
    return octets
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
    // Safe: `unpack` initializes the first `count` of at least `count` octets.
    return unsafe String(unsafeUninitializedCapacity: count) { text in
      unsafe unpack(octets, into: text)
      for index in 0..<count {
        unsafe text[index] = character(of: text[index])
      }
      return count
    }
  }

  /// Writes each 6 bits of the octets, from the left, as a number below 64; spare bits are zero.
  private static func unpack(_ octets: UnsafeBufferPointer<UInt8>, into sextets: UnsafeMutableBufferPointer<UInt8>) {
    var from = 0
    var to = 0
    // Safe, here and below: each round takes the 3 octets it tested for and writes the 4 sextets they give; the
    // caller has room for ⌈8n/6⌉.
    while from + 3 <= octets.count {
      let (first, second, third) = unsafe (octets[from], octets[from + 1], octets[from + 2])
      unsafe sextets[to] = first >> 2
      unsafe sextets[to + 1] = (first << 4 | second >> 4) & 63
      unsafe sextets[to + 2] = (second << 2 | third >> 6) & 63
      unsafe sextets[to + 3] = third & 63
      from += 3
      to += 4
    }
    if from + 2 == octets.count {
      let (first, second) = unsafe (octets[from], octets[from + 1])
      unsafe sextets[to] = first >> 2
      unsafe sextets[to + 1] = (first << 4 | second >> 4) & 63
      unsafe sextets[to + 2] = second << 2 & 63
    } else if from + 1 == octets.count {
      let first = unsafe octets[from]
      unsafe sextets[to] = first >> 2
      unsafe sextets[to + 1] = first << 4 & 63
    }
  }

  /// The character for a number below 64; the compiler makes masks of the comparisons and does many at once.
  private static func character(of sextet: UInt8) -> UInt8 {
    var character = sextet &+ UInt8(ascii: "A")
    character &+= sextet > 25 ? 6 : 0  // on to "a"
    character &-= sextet > 51 ? 75 : 0  // on to "0"
    character &-= sextet > 61 ? 13 : 0  // on to "-"
    character &+= sextet > 62 ? 49 : 0  // on to "_"
    return character
  }

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
