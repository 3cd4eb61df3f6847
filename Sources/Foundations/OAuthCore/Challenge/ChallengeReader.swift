/// Parses one `WWW-Authenticate` field (RFC 9110 §11.2, §11.3, §5.6).
///
/// A comma ends a challenge, and it also separates the parameters of a challenge. The text after a
/// comma is a parameter if it is a token followed by `=`. Otherwise it is the scheme of the next
/// challenge.
///
/// Two mistakes of real servers are accepted, because their meaning is clear: a blank in place of the
/// comma between two parameters, and a value with bytes that need quotation marks, such as a URL.
///
/// Single quotation marks quote nothing: they are characters of tokens (RFC 9110 §5.6.2), and stay in the
/// value. A value that has blanks between them is no token, so its parameter counts as absent.
struct ChallengeReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ field: String) {
    bytes = Array(field.utf8)
  }

  /// Reads each challenge by itself. One that can't be read is left out.
  ///
  /// - Throws: The error of the first unreadable challenge, if no challenge can be read;
  ///   ``ChallengeError/tooMany(limit:)`` if the field has too many challenges.
  mutating func challenges() throws(ChallengeError) -> [AuthenticateChallenge] {
    var challenges: [AuthenticateChallenge] = []
    var failure: ChallengeError?
    skipSeparators()
    while position < bytes.count {
      guard challenges.count < AuthenticateChallenge.maximumCount else {
        throw .tooMany(limit: AuthenticateChallenge.maximumCount)
      }
      // A text that begins like a parameter belongs to the challenge before it.
      let isRest = !beginsChallenge
      let start = position
      do throws(ChallengeError) {
        challenges.append(try challenge())
      } catch {
        failure = failure ?? error
        if isRest, !challenges.isEmpty { challenges.removeLast() }
        // The reader may have stopped within a quoted string.
        position = start
        skipToNextChallenge()
      }
      skipSeparators()
    }
    if let failure, challenges.isEmpty { throw failure }
    return challenges
  }

  /// Whether the text here is a scheme that a blank, a comma or the end follows.
  private var beginsChallenge: Bool {
    var reader = self
    guard reader.token() != nil else { return false }
    let isBlankNext = reader.skip(Self.isBlank)
    guard reader.position < bytes.count else { return true }
    let next = bytes[reader.position]
    return next == Self.comma || (isBlankNext && next != UInt8(ascii: "="))
  }

  /// Skips the rest of an unreadable challenge: to the next comma outside a quoted string after which
  /// a scheme follows, or to the end. The text of a quoted string without an end isn't a challenge,
  /// even if it looks like one.
  private mutating func skipToNextChallenge() {
    var isQuoted = false
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\\") where isQuoted: position += 1
      case Self.quote: isQuoted.toggle()
      case Self.comma where !isQuoted:
        skipSeparators()
        if beginsChallenge { return }
      default: break
      }
    }
    position = bytes.count
  }

  private mutating func challenge() throws(ChallengeError) -> AuthenticateChallenge {
    guard let scheme = token() else { throw .malformed(position: position) }
    let hasSpace = skip { $0 == Self.space }
    var parameters: [String: String] = [:]
    guard hasSpace, position < bytes.count, bytes[position] != Self.comma else {
      try endElement()
      // `Scheme, name=value` without a space is read as a parameter of this challenge.
      try moreParameters(of: &parameters)
      return AuthenticateChallenge(scheme: scheme, token68: nil, parameters: parameters)
    }
    if try parameter(into: &parameters) {
      try endParameter()
      try moreParameters(of: &parameters)
      return AuthenticateChallenge(scheme: scheme, token68: nil, parameters: parameters)
    }
    guard let token68 = token68() else { throw .malformed(position: position) }
    try endElement()
    return AuthenticateChallenge(scheme: scheme, token68: token68, parameters: [:])
  }

  /// Reads parameters until the text after a comma isn't one.
  private mutating func moreParameters(of parameters: inout [String: String]) throws(ChallengeError) {
    while position < bytes.count {
      let start = position
      skipSeparators()
      guard try parameter(into: &parameters) else {
        position = start
        return
      }
      try endParameter()
    }
  }

  /// Reads `token BWS "=" BWS ( token / quoted-string )`. Otherwise it restores the position and
  /// returns false.
  private mutating func parameter(into parameters: inout [String: String]) throws(ChallengeError) -> Bool {
    let start = position
    guard let name = token() else { return false }
    skip(Self.isBlank)
    guard position < bytes.count, bytes[position] == UInt8(ascii: "=") else {
      position = start
      return false
    }
    position += 1
    skip(Self.isBlank)
    let valueStart = position
    guard let value = try quotedString() ?? bareValue() else {
      // `abc=` and `abc==` are not parameters. They may be a token68.
      position = start
      return false
    }
    if skipSingleQuoted(from: valueStart) { return true }
    guard parameters.count < AuthenticateChallenge.maximumCount else {
      throw .tooMany(limit: AuthenticateChallenge.maximumCount)
    }
    guard parameters.updateValue(value, forKey: name.lowercased()) == nil else { throw .repeatedParameter }
    return true
  }

  private mutating func token() -> String? {
    let start = position
    skip(Self.isTokenByte)
    return position > start ? String(decoding: bytes[start..<position], as: UTF8.self) : nil
  }

  /// Reads a value without quotation marks: visible characters up to a blank or a comma.
  private mutating func bareValue() -> String? {
    let start = position
    guard position < bytes.count, bytes[position] != UInt8(ascii: "=") else { return nil }
    skip { (0x21...0x7E).contains($0) && $0 != Self.comma && $0 != Self.quote }
    return position > start ? String(decoding: bytes[start..<position], as: UTF8.self) : nil
  }

  /// Skips a value with blanks between single quotation marks, up to the mark that a blank, a comma or the end follows.
  private mutating func skipSingleQuoted(from start: Int) -> Bool {
    var next = self
    guard bytes[start] == UInt8(ascii: "'"), (try? next.endParameter()) == nil else { return false }
    let end = bytes.indices.dropFirst(start + 1).first { index in
      bytes[index] == UInt8(ascii: "'")
        && (index + 1 == bytes.count || bytes[index + 1] == Self.comma || Self.isBlank(bytes[index + 1]))
    }
    guard let end else { return false }
    position = end + 1
    return true
  }

  private mutating func token68() -> String? {
    let start = position
    guard skip(Self.isToken68Byte) else { return nil }
    skip { $0 == UInt8(ascii: "=") }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// Reads a quoted string and returns its unquoted value; nil if there is none.
  private mutating func quotedString() throws(ChallengeError) -> String? {
    guard position < bytes.count, bytes[position] == Self.quote else { return nil }
    let start = position
    position += 1
    var value: [UInt8] = []
    while position < bytes.count {
      var byte = bytes[position]
      if byte == Self.quote {
        position += 1
        guard let text = String(validating: value, as: UTF8.self) else { throw .malformed(position: start) }
        return text
      }
      if byte == UInt8(ascii: "\\") {
        position += 1
        guard position < bytes.count else { break }
        byte = bytes[position]
      }
      // Allowed are HTAB, SP, VCHAR and obs-text. Neither qdtext nor quoted-pair contains control
      // characters.
      guard byte == 0x09 || (byte >= 0x20 && byte != 0x7F) else { throw .malformed(position: position) }
      value.append(byte)
      position += 1
    }
    throw .malformed(position: start)
  }

  /// Requires a comma, the end, or a blank and the next parameter.
  private mutating func endParameter() throws(ChallengeError) {
    var next = self
    if next.skip(Self.isBlank), next.token() != nil {
      next.skip(Self.isBlank)
      if next.position < bytes.count, bytes[next.position] == UInt8(ascii: "=") { return }
    }
    try endElement()
  }

  /// Requires a comma or the end after a scheme, a parameter or a token68.
  private mutating func endElement() throws(ChallengeError) {
    skip(Self.isBlank)
    guard position == bytes.count || bytes[position] == Self.comma else { throw .malformed(position: position) }
  }

  private mutating func skipSeparators() {
    skip { Self.isBlank($0) || $0 == Self.comma }
  }

  @discardableResult
  private mutating func skip(_ isSkipped: (UInt8) -> Bool) -> Bool {
    let start = position
    while position < bytes.count, isSkipped(bytes[position]) { position += 1 }
    return position > start
  }

  private static let space = UInt8(ascii: " ")
  private static let comma = UInt8(ascii: ",")
  private static let quote = UInt8(ascii: "\"")

  private static func isBlank(_ byte: UInt8) -> Bool { byte == space || byte == 0x09 }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    isAlphanumeric(byte) || "!#$%&'*+-.^_`|~".utf8.contains(byte)
  }

  private static func isToken68Byte(_ byte: UInt8) -> Bool {
    isAlphanumeric(byte) || "-._~+/".utf8.contains(byte)
  }
}
