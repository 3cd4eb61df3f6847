public import OAuthCore

/// Which addresses clients may name that the server sends requests to: `jwks_uri`, `sector_identifier_uri`, `request_uris` and
/// `backchannel_logout_uri` of clients that register themselves, and every client's `jwks_uri` whenever it is fetched. What an operator
/// registered is believed otherwise.
///
/// Whoever registers a client could otherwise have the server ask machines that only the server reaches (request forgery). This
/// looks at the address alone: a public name that leads to a private address passes. What answers there gets no request unless it has a
/// certificate for that name, but whoever registered the client may learn from the time that it takes whether anything is there. Where that
/// matters, give the server a transport that leaves through a proxy, or a network from which nothing private is reached.
public enum OutgoingAddresses: Sendable, Hashable {
  /// Names with a dot, and addresses that everybody reaches.
  case publicOnly
  /// Also this machine: for a server on a laptop, whose clients are there too.
  case loopbackToo
  /// All.
  case anyDespiteRequestForgery

  /// Whether a request may be sent there. But for the loopback interface and ``anyDespiteRequestForgery`` only https is
  /// let through.
  ///
  /// - Parameter endpoint: the address as the client named it; no name is looked up.
  public func allows(_ endpoint: Endpoint) -> Bool {
    let host = Self.withoutDot(endpoint.parts.host)
    switch self {
    case .anyDespiteRequestForgery: return true
    case .loopbackToo where endpoint.parts.isLoopback: return true
    case .publicOnly, .loopbackToo: return endpoint.parts.scheme == "https" && Self.isPublic(host)
    }
  }

  private static func withoutDot(_ host: String) -> String {
    host.hasSuffix(".") ? String(host.dropLast()) : host
  }

  private static func isPublic(_ host: String) -> Bool {
    if host.hasPrefix("[") { return isPublicIPv6(host.dropFirst()) }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    guard let last = labels.last, labels.count > 1, !labels.contains("") else { return false }
    // A last label that begins with a digit is no name: some resolvers take 127.1 and 0x7f.1 for addresses.
    if last.utf8.first.map({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) ?? true {
      return isPublicIPv4(labels)
    }
    // RFC 6761 §6, RFC 6762 §3, RFC 8375, RFC 9476 and ICANN's name for private networks.
    let privateNames: Set<Substring> = ["localhost", "local", "internal", "alt", "test", "invalid", "onion", "lan"]
    return !privateNames.contains(last) && !host.hasSuffix(".home.arpa")
  }

  /// RFC 6890: what isn't globally reachable is left out.
  private static func isPublicIPv4(_ labels: [Substring]) -> Bool {
    let octets = labels.compactMap { label in
      label.count > 1 && label.hasPrefix("0") ? nil : UInt8(label)
    }
    guard labels.count == 4, octets.count == 4 else { return false }
    return switch (octets[0], octets[1], octets[2]) {
    case (0, _, _), (10, _, _), (127, _, _), (224..., _, _): false
    case (100, 64...127, _), (169, 254, _), (172, 16...31, _), (192, 168, _): false
    case (192, 0, 0), (192, 0, 2), (192, 88, 99), (198, 18...19, _), (198, 51, 100), (203, 0, 113): false
    default: true
    }
  }

  /// RFC 4291 §2.4: global unicast addresses alone, without those that stand for IPv4 addresses or examples.
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
