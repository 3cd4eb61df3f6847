internal import FoundationBasics

/// The parts of an absolute URI that Pixy's checks use. Foundation's parser finds them, without
/// repairing mistakes.
package struct ParsedURI: Sendable, Hashable {
  static let maximumBytes = 8_192

  /// The scheme in lower case.
  package let scheme: String
  /// The host in lower case, in brackets if it is an IPv6 literal; empty if there is none.
  package let host: String
  package let port: Int?
  /// The path as written, with its percent-encoding.
  package let path: String
  /// The query as written, without its `?`.
  package let query: String?
  /// The fragment as written, without its `#`.
  package let fragment: String?
  package let hasUserInfo: Bool

  package init(_ text: String) throws(URIError) {
    guard text.utf8.count <= Self.maximumBytes else { throw .tooLong(limit: Self.maximumBytes) }
    // Bytes that no URI contains (RFC 3986 §2). Parsers treat them differently.
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"\"<>\\^`{|}".utf8.contains($0) }),
      let parts = URLComponents(string: text, encodingInvalidCharacters: false),
      let scheme = parts.scheme, !scheme.isEmpty
    else { throw .notAbsolute }
    self.scheme = scheme.lowercased()
    guard let host = Self.host(in: text, as: parts) else { throw .notAbsolute }
    self.host = host
    if let port = parts.port {
      guard (1...65_535).contains(port) else { throw .notAbsolute }
    }
    port = parts.port
    path = parts.percentEncodedPath
    query = parts.percentEncodedQuery
    fragment = parts.percentEncodedFragment
    hasUserInfo = parts.user != nil || parts.password != nil
  }

  /// Returns the host as written, in lower case.
  ///
  /// Foundation's parser decodes international names (`xn--…`) by its own rules. The result isn't
  /// resolvable, and two different names could become equal. Therefore the host is taken from the
  /// text.
  ///
  /// - Returns: `nil` if the host contains percent-encoding, or if the parser found a different
  ///   host.
  private static func host(in text: String, as parts: URLComponents) -> String? {
    let parsedHost = (parts.percentEncodedHost ?? "").lowercased()
    guard !parsedHost.isEmpty, let slashes = text.firstRange(of: "//") else { return parsedHost }
    let authority = text[slashes.upperBound...].prefix { !"/?#".contains($0) }
    let place = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
    let host = (place.hasPrefix("[") ? place.prefix { $0 != "]" } + "]" : place.prefix { $0 != ":" }).lowercased()
    guard !host.contains("%") else { return nil }
    let isInternational = host.split(separator: ".").contains { $0.hasPrefix("xn--") }
    return isInternational || host == parsedHost || host == "[\(parsedHost)]" ? host : nil
  }

  /// Whether the host is `127.0.0.1` or `[::1]`: an address that needs no look-up (RFC 8252 §7.3).
  package var isLoopbackLiteral: Bool {
    host == "127.0.0.1" || host == "[::1]"
  }

  /// Whether the host is a loopback literal or `localhost`.
  package var isLoopback: Bool {
    isLoopbackLiteral || host == "localhost"
  }

  /// The host and port for an HTTP `Host` field. The scheme's default port is left out.
  package var authority: String {
    switch (scheme, port) {
    case (_, nil), ("https", 443), ("http", 80): host
    case (_, let port?): "\(host):\(port)"
    }
  }
}
