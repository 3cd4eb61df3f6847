internal import AsyncHTTPClient
internal import FoundationBasics
public import OAuthCore

/// An HTTP proxy, through which requests reach their servers (`CONNECT`, RFC 9110 §9.3.6).
///
/// Programs that must use the proxy of a network pass one to ``AsyncHTTPClientTransport``. The
/// proxy learns the servers' names and ports. It can't read requests, because TLS reaches through
/// it. A request to `localhost`, `127.0.0.1` or `[::1]` is never sent to a proxy.
///
/// Behind a proxy, a server must have a name: NIOSSL compares a certificate for an IP address with
/// the address of the connection, which is the proxy's, and rejects it.
///
/// ```swift
/// let proxy = try HTTPProxy("http://proxy.example.com:3128", exceptions: ["intranet.example.com"])
/// let transport = try AsyncHTTPClientTransport(proxy: proxy)
/// ```
public struct HTTPProxy: Sendable, Hashable {
  /// The proxy's host, in lower case.
  public let host: String
  /// The proxy's port. Default: 80, as in every http URL.
  public let port: Int
  /// The servers that are reached without the proxy: `example.com` for a host and its subdomains
  /// (as is `.example.com`), `example.com:8443` for one port of it, an IP address, or `*` for all.
  /// Ranges of addresses aren't supported.
  public let exceptions: [String]

  private let username: String?
  private let password: Secret?

  /// Creates a proxy.
  ///
  /// - Parameters:
  ///   - address: The proxy's URL, such as `http://user:password@proxy.example.com:3128`, or its
  ///     host and port alone. A user name and password are sent to the proxy with HTTP's Basic
  ///     scheme, in plain text.
  ///   - exceptions: The servers that are reached without the proxy.
  /// - Throws: ``HTTPProxyError`` if the address isn't one of an HTTP proxy.
  public init(_ address: String, exceptions: [String] = []) throws(HTTPProxyError) {
    let parts = address.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 1 || parts[0].lowercased() == "http" else { throw .unsupportedScheme }
    let authority = (parts.last ?? "").prefix { !"/?#".contains($0) }
    let at = authority.lastIndex(of: "@")
    let place = at.map { String(authority[authority.index(after: $0)...]) } ?? String(authority)
    guard let uri = try? ParsedURI("http://\(place)/"), !uri.host.isEmpty else { throw .malformed }
    host = uri.host
    port = uri.port ?? 80
    (username, password) =
      try at.map { at throws(HTTPProxyError) in
        try Self.credentials(String(authority[..<at]))
      } ?? (nil, nil)
    self.exceptions = exceptions
  }

  /// Returns the proxy that the environment of a program names, as curl reads it: `https_proxy`,
  /// `HTTPS_PROXY`, `all_proxy` or `ALL_PROXY`, whichever is set first, and `no_proxy` or
  /// `NO_PROXY`, separated by commas.
  ///
  /// `HTTP_PROXY` is for plain http, which Pixy sends to this machine only.
  ///
  /// - Parameter environment: The variables and their values.
  /// - Returns: `nil` if none is named.
  /// - Throws: ``HTTPProxyError`` if the value isn't the address of an HTTP proxy.
  public static func named(in environment: [String: String]) throws(HTTPProxyError) -> HTTPProxy? {
    func value(_ names: [String]) -> String? {
      names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    }
    guard let address = value(["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]) else { return nil }
    let exceptions = (value(["no_proxy", "NO_PROXY"]) ?? "").split { $0 == "," || $0 == " " }
    return try HTTPProxy(address, exceptions: exceptions.map(String.init))
  }

  /// Returns whether requests to a server go through the proxy.
  ///
  /// - Parameter endpoint: An address of the server.
  public func isUsed(for endpoint: Endpoint) -> Bool {
    isUsed(for: endpoint.parts)
  }

  func isUsed(for place: ParsedURI) -> Bool {
    guard !place.isLoopback else { return false }
    let port = place.port ?? (place.scheme == "http" ? 80 : 443)
    return !exceptions.contains { exception in
      guard exception != "*" else { return true }
      // An IPv6 address may stand without the brackets of a URL.
      let text = exception.lowercased()
      let hostText = text.hasPrefix("[") || text.count(where: { $0 == ":" }) < 2 ? text : "[\(text)]"
      let domain = hostText.hasPrefix("*.") ? hostText.dropFirst(2) : hostText.drop { $0 == "." }
      guard let uri = try? ParsedURI("http://\(domain)/"), !uri.host.isEmpty else { return false }
      guard uri.port == nil || uri.port == port else { return false }
      return place.host == uri.host || place.host.hasSuffix("." + uri.host)
    }
  }

  /// The same for AsyncHTTPClient.
  var configuration: HTTPClient.Configuration.Proxy {
    .server(
      host: host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host, port: port,
      authorization: username.map { .basic(username: $0, password: password?.reveal() ?? "") })
  }

  /// Reads `user:password`, percent-encoded.
  private static func credentials(_ text: String) throws(HTTPProxyError) -> (String?, Secret?) {
    guard let parts = URLComponents(string: "http://\(text)@proxy/", encodingInvalidCharacters: false),
      let username = parts.user, case let password = parts.password ?? "",
      // RFC 7617 §2 allows no user name with a colon, and no control characters.
      !username.contains(":"), (username + password).utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
    else { throw .malformed }
    return (username, Secret(password))
  }
}

extension HTTPProxy: Redacted {
  /// The proxy's host and port.
  public var description: String { "\(host):\(port)" }
}
