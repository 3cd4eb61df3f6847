/// An authorization server's name for itself: an https URI without query or fragment (RFC 8414 §2).
///
/// Issuers are compared octet for octet (RFC 9207 §2.4, RFC 3986 §6.2.1): `https://a.example` and `https://a.example/`
/// are two issuers.
public struct Issuer: Sendable, Hashable, CustomStringConvertible {
  /// The issuer exactly as written.
  public let text: String
  package let parts: ParsedURI

  /// Checks an issuer from metadata, configuration or a person.
  /// - Parameter text: an absolute URI of at most 8,192 octets of ASCII. It is kept as it is, a closing `/` included,
  ///   because issuers are compared as they are written.
  /// - Throws: ``URIError`` if it isn't an https URI (or http to loopback), or has a query, fragment or user name.
  public init(_ text: String) throws(URIError) {
    let endpoint = try Endpoint(text)
    guard endpoint.parts.query == nil else { throw .query }
    self.text = text
    parts = endpoint.parts
  }

  /// The issuer exactly as written.
  public var description: String { text }

  /// Scheme, host and port.
  public var origin: String { "\(parts.scheme)://\(parts.authority)" }

  /// The path without a closing `/`: well-known addresses and endpoints are built on it.
  public var pathPrefix: String {
    parts.path.hasSuffix("/") ? String(parts.path.dropLast()) : parts.path
  }
}
