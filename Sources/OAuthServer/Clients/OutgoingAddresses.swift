public import OAuthCore

/// The addresses that clients may register for requests of the server.
///
/// The policy applies to `jwks_uri`, `sector_identifier_uri`, `request_uris` and
/// `backchannel_logout_uri` of clients that register themselves. It applies again whenever a
/// `jwks_uri` is fetched. Addresses that an operator registered are trusted.
///
/// Without it, a registered client could make the server send requests to machines that only the
/// server reaches (server-side request forgery). Only the address is checked: a public name that
/// resolves to a private address passes. A machine at such an address gets no request unless it has
/// a certificate for the name, but the response time may reveal that the machine exists. To rule
/// this out, give the server a transport that uses a proxy, or a network without private machines.
public enum OutgoingAddresses: Sendable, Hashable {
  /// Public host names and public IP addresses only.
  case publicOnly
  /// Public addresses, and this machine's loopback interface: for a server and clients on one
  /// laptop.
  case loopbackToo
  /// All addresses. Clients can then make the server send requests into its own network.
  case anyDespiteRequestForgery

  /// Returns whether the server may send a request to an address. Except on the loopback interface,
  /// and with ``anyDespiteRequestForgery``, only https is allowed.
  ///
  /// - Parameter endpoint: The address that the client registered. Its name isn't resolved.
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
    // A last label that begins with a digit isn't a name: some resolvers read 127.1 and 0x7f.1 as
    // addresses.
    if last.utf8.first.map({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) ?? true {
      return isPublicIPv4(labels)
    }
    // RFC 6761 §6, RFC 6762 §3, RFC 8375, RFC 9476 and ICANN's name for private networks.
    let privateNames: Set<Substring> = ["localhost", "local", "internal", "alt", "test", "invalid", "onion", "lan"]
    return !privateNames.contains(last) && !host.hasSuffix(".home.arpa")
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
