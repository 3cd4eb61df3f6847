extension FormParameters {
  /// The parameters as an `application/x-www-form-urlencoded` body (RFC 6749 appendix B, WHATWG URL §5.2).
  ///
  /// Letters, digits and `*-._` stay; a space becomes `+`; every other octet of the UTF-8 text becomes `%XX`.
  public func formEncoded() -> String {
    joined(space: "+")
  }

  /// The parameters for the query of a URL.
  ///
  /// As ``formEncoded()``, but a space becomes `%20`: every reader of a query understands that, whether it decodes
  /// `+` or not.
  public func queryEncoded() -> String {
    joined(space: "%20")
  }

  /// Encodes one text as ``formEncoded()`` does, for the user name and password of `client_secret_basic`
  /// (RFC 6749 §2.3.1).
  public static func formEncode(_ text: String) -> String {
    encode(text, space: "+")
  }

  private func joined(space: String) -> String {
    pairs
      .map { Self.encode($0.name, space: space) + "=" + Self.encode($0.value, space: space) }
      .joined(separator: "&")
  }

  private static func encode(_ text: String, space: String) -> String {
    var encoded = ""
    encoded.reserveCapacity(text.utf8.count)
    for octet in text.utf8 {
      switch octet {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "*"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
        encoded.unicodeScalars.append(Unicode.Scalar(octet))
      case UInt8(ascii: " "):
        encoded += space
      default:
        encoded += "%"
        encoded.unicodeScalars.append(hexDigit(octet >> 4))
        encoded.unicodeScalars.append(hexDigit(octet & 0x0F))
      }
    }
    return encoded
  }

  private static func hexDigit(_ value: UInt8) -> Unicode.Scalar {
    Unicode.Scalar(value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10)
  }
}
