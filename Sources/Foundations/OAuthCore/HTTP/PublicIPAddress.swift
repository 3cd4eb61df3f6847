/// IP addresses that every machine on the Internet can reach.
package enum PublicIPAddress {
  /// Returns whether an address is public.
  ///
  /// - Parameter text: An IPv4 address, or an IPv6 address without brackets. Any other text isn't
  ///   public.
  package static func isPublic(_ text: String) -> Bool {
    text.contains(":")
      ? isPublicIPv6(text[...]) : isPublicIPv4(text.split(separator: ".", omittingEmptySubsequences: false))
  }

  /// Returns whether an IPv4 address is public. RFC 6890: addresses that aren't globally reachable
  /// are excluded.
  private static func isPublicIPv4(_ labels: [Substring]) -> Bool {
    let bytes = labels.compactMap { label in
      label.count > 1 && label.hasPrefix("0") ? nil : UInt8(label)
    }
    guard labels.count == 4, bytes.count == 4 else { return false }
    return switch (bytes[0], bytes[1], bytes[2]) {
    case (0, _, _), (10, _, _), (127, _, _), (224..., _, _): false
    case (100, 64...127, _), (169, 254, _), (172, 16...31, _), (192, 168, _): false
    case (192, 0, 0), (192, 0, 2), (192, 88, 99), (198, 18...19, _), (198, 51, 100), (203, 0, 113): false
    default: true
    }
  }

  /// Returns whether an IPv6 address is public. RFC 4291 §2.4: only global unicast addresses,
  /// except those that stand for IPv4 addresses or are for examples.
  private static func isPublicIPv6(_ address: Substring) -> Bool {
    let groups = address.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard groups.count > 1, let first = UInt16(groups[0], radix: 16), (0x2000...0x3FFF).contains(first) else {
      return false
    }
    let second = UInt16(groups[1], radix: 16) ?? 0
    // 2001::/23 (Teredo and others), 2001:db8::/32, 2002::/16 (6to4), 3fff::/20.
    return !(first == 0x2001 && (second < 0x0200 || second == 0x0DB8)) && first != 0x2002 && first != 0x3FFF
  }
}
