/// The network address that a request came from.
public struct ClientAddress: Sendable, Hashable {
  /// The 4 bytes of an IPv4 address, or the 16 bytes of an IPv6 address.
  private let bytes: [UInt8]

  /// The length of the prefix under which IPv6 addresses count as one. Providers assign 48, 56 or
  /// 64 bits to a customer (RFC 6177 §2), who chooses addresses within it freely. One prefix of 48
  /// bits may belong to one customer or to many.
  package enum Width: Int, Sendable {
    /// 48 bits. Even a customer with many addresses rarely has two such prefixes.
    case customer = 6
    /// 56 bits, a compromise between the two.
    case site = 7
    /// 64 bits. Strangers rarely share such a prefix.
    case household = 8
  }

  /// Returns the bytes that identify the sender: a whole IPv4 address, or the prefix of an IPv6
  /// address.
  package func network(_ width: Width) -> ArraySlice<UInt8> {
    bytes.count == 4 ? bytes[...] : bytes.prefix(width.rawValue)
  }

  /// The prefix that a registry gives to a provider of networks or an office: 16 bits of an IPv4
  /// address, or 32 bits of an IPv6 address.
  var block: ArraySlice<UInt8> { bytes.prefix(bytes.count == 4 ? 2 : 4) }

  /// Reads an address. The HTTP server calls it with the peer's address, or with the one that a
  /// trusted proxy reports.
  /// - Parameter text: An IPv4 address such as `203.0.113.7`, or an IPv6 address without brackets
  ///   (RFC 4291 §2.2). A zone (`%eth0`) is dropped. An IPv4-mapped IPv6 address
  ///   (`::ffff:203.0.113.7`) counts as the IPv4 address.
  /// - Returns: `nil` if the text isn't an address.
  public init?(_ text: String) {
    guard text.utf8.count <= 64 else { return nil }
    let text = text.prefix { $0 != "%" }
    if let bytes = Self.ipv4(text) {
      self.bytes = bytes
      return
    }
    guard let bytes = Self.ipv6(text) else { return nil }
    let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
    self.bytes = isMapped ? bytes.suffix(4) : bytes
  }

  private static func ipv4(_ text: Substring) -> [UInt8]? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let bytes = parts.compactMap { part in
      part.utf8.allSatisfy { (0x30...0x39).contains($0) } && (part == "0" || part.first != "0") ? UInt8(part) : nil
    }
    return parts.count == 4 && bytes.count == 4 ? bytes : nil
  }

  private static func ipv6(_ text: Substring) -> [UInt8]? {
    let halves = text.split(separator: "::", maxSplits: 1, omittingEmptySubsequences: false)
    guard let head = groups(halves[0], mayEndInIPv4: halves.count == 1) else { return nil }
    guard halves.count == 2 else { return head.count == 16 ? head : nil }
    guard let tail = groups(halves[1], mayEndInIPv4: true), head.count + tail.count <= 14 else { return nil }
    return head + [UInt8](repeating: 0, count: 16 - head.count - tail.count) + tail
  }

  /// Reads groups of up to four hexadecimal digits, the last of which may be an IPv4 address.
  private static func groups(_ text: Substring, mayEndInIPv4: Bool) -> [UInt8]? {
    guard !text.isEmpty else { return [] }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    var bytes: [UInt8] = []
    for (index, part) in parts.enumerated() {
      if mayEndInIPv4, index == parts.count - 1, let ipv4 = ipv4(part) {
        bytes += ipv4
      } else {
        guard (1...4).contains(part.utf8.count), part.utf8.allSatisfy(isHexadecimal),
          let group = UInt16(part, radix: 16)
        else { return nil }
        bytes += [UInt8(group >> 8), UInt8(group & 0xFF)]
      }
    }
    return bytes
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
  }
}

extension ClientAddress: CustomStringConvertible {
  /// The address as text: an IPv4 address, or an IPv6 address without abbreviation (RFC 4291 §2.2).
  public var description: String {
    guard bytes.count == 16 else { return bytes.map(String.init).joined(separator: ".") }
    return stride(from: 0, to: 16, by: 2)
      .map { String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16) }.joined(separator: ":")
  }
}
