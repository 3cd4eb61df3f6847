extension FormParameters {
  /// Encodes the parameters as an `application/x-www-form-urlencoded` body (RFC 6749 appendix B,
  /// WHATWG URL §5.2).
  ///
  /// Letters, digits and `*-._` stay as they are. A space becomes `+`. Every other byte of the
  /// UTF-8 text becomes `%XX`.
  public func formEncoded() -> String {
    joined(space: "+")
  }

  /// Encodes the parameters for the query of a URL.
  ///
  /// The encoding is that of ``formEncoded()``, but a space becomes `%20`, which every reader of a
  /// query understands, whether it decodes `+` or not.
  public func queryEncoded() -> String {
    joined(space: "%20")
  }

  /// Encodes one text like ``formEncoded()``, for the user name and password of
  /// `client_secret_basic` (RFC 6749 §2.3.1).
  ///
  /// - Parameter text: Any text, not encoded. An encoded text would be encoded a second time.
  public static func formEncode(_ text: String) -> String {
    var bytes: [UInt8] = []
    encode(text, space: "+", into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func joined(space: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(512)
    for pair in pairs {
      if !bytes.isEmpty { bytes.append(UInt8(ascii: "&")) }
      Self.encode(pair.name, space: space, into: &bytes)
      bytes.append(UInt8(ascii: "="))
      Self.encode(pair.value, space: space, into: &bytes)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func encode(_ text: String, space: String, into bytes: inout [UInt8]) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "*"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
        bytes.append(byte)
      case UInt8(ascii: " "):
        bytes += space.utf8
      default:
        bytes.append(UInt8(ascii: "%"))
        bytes.append(hexDigit(byte >> 4))
        bytes.append(hexDigit(byte & 0x0F))
      }
    }
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}
