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
    var octets: [UInt8] = []
    encode(text, space: "+", into: &octets)
    return String(decoding: octets, as: UTF8.self)
  }

  private func joined(space: String) -> String {
    var octets: [UInt8] = []
    octets.reserveCapacity(512)
    for pair in pairs {
      if !octets.isEmpty { octets.append(UInt8(ascii: "&")) }
      Self.encode(pair.name, space: space, into: &octets)
      octets.append(UInt8(ascii: "="))
      Self.encode(pair.value, space: space, into: &octets)
    }
    return String(decoding: octets, as: UTF8.self)
  }

  private static func encode(_ text: String, space: String, into octets: inout [UInt8]) {
    for octet in text.utf8 {
      switch octet {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "*"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
        octets.append(octet)
      case UInt8(ascii: " "):
        octets += space.utf8
      default:
        octets.append(UInt8(ascii: "%"))
        octets.append(hexDigit(octet >> 4))
        octets.append(hexDigit(octet & 0x0F))
      }
    }
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}
