public import OAuthCore

/// The addresses that clients may register for requests of the server.
///
/// The policy applies to `jwks_uri`, `sector_identifier_uri`, `request_uris` and
/// `backchannel_logout_uri` of clients that register themselves. It applies again whenever a
/// `jwks_uri` is fetched. Addresses that an operator registered are trusted.
///
/// Without it, a registered client could make the server send requests to machines that only the
/// server reaches (server-side request forgery). With ``publicOnly``, the address that a public name
/// resolves to is checked too, by the transport (`HTTPLimits.reachesPublicAddressesOnly`), which
/// doesn't connect to a private address. Clients get one text for everything that fails.
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

  /// Returns the limits of a request to a client's address.
  /// - Parameters:
  ///   - limits: The limits on time and size.
  ///   - isStranger: Whether the client registered itself.
  func limits(_ limits: HTTPLimits, ofStranger isStranger: Bool) -> HTTPLimits {
    var limits = limits
    limits.reachesPublicAddressesOnly = isStranger && self == .publicOnly
    return limits
  }

  private static func withoutDot(_ host: String) -> String {
    host.hasSuffix(".") ? String(host.dropLast()) : host
  }

  private static func isPublic(_ host: String) -> Bool {
    if host.hasPrefix("[") { return PublicIPAddress.isPublic(String(host.dropFirst().dropLast())) }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    guard let last = labels.last, labels.count > 1, !labels.contains("") else { return false }
    // A last label that begins with a digit isn't a name: some resolvers read 127.1 and 0x7f.1 as
    // addresses.
    if last.utf8.first.map({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) ?? true {
      return PublicIPAddress.isPublic(host)
    }
    // RFC 6761 §6, RFC 6762 §3, RFC 8375, RFC 9476 and ICANN's name for private networks.
    let privateNames: Set<Substring> = ["localhost", "local", "internal", "alt", "test", "invalid", "onion", "lan"]
    return !privateNames.contains(last) && !host.hasSuffix(".home.arpa")
  }
}
