/// An authorization server's issuer identifier: an https URI without query or fragment (RFC 8414
/// §2).
///
/// Issuers are compared byte for byte (RFC 9207 §2.4, RFC 3986 §6.2.1), so these two are different.
/// Only discovery accepts a document whose issuer differs by the slash of an empty path.
///
/// ```swift
/// let issuer = try Issuer("https://login.example.com/main")
/// let isSame = try issuer == Issuer("https://login.example.com/main/")  // false
/// let origin = issuer.origin  // "https://login.example.com"
/// ```
public struct Issuer: Sendable, Hashable, CustomStringConvertible {
  /// The issuer exactly as written.
  public let text: String
  package let parts: ParsedURI

  /// Validates an issuer from metadata, configuration or a user.
  /// - Parameter text: An absolute URI of at most 8,192 ASCII bytes. It is stored unchanged,
  ///   including a trailing `/`, because issuers are compared as written.
  /// - Throws: ``URIError`` if it isn't an https URI (or http to loopback), or has a query,
  ///   fragment or user name.
  public init(_ text: String) throws(URIError) {
    let endpoint = try Endpoint(text)
    guard endpoint.parts.query == nil else { throw .query }
    self.text = text
    parts = endpoint.parts
  }

  /// The issuer exactly as written.
  public var description: String { text }

  /// The scheme, host and port.
  public var origin: String { "\(parts.scheme)://\(parts.authority)" }

  /// The path without a trailing `/`. Well-known addresses and endpoints are built from it.
  public var pathPrefix: String {
    parts.path.hasSuffix("/") ? String(parts.path.dropLast()) : parts.path
  }

  /// Returns whether an issuer names the same server: it is equal byte for byte, or neither has a path
  /// and only the slash of the empty path differs (RFC 3986 §6.2.3).
  ///
  /// It compares an issuer that was asked for with the one in a document. `iss` has to be equal byte
  /// for byte to the document's (RFC 9207 §2.4).
  package func isSame(as other: Issuer) -> Bool {
    func withoutRootSlash(_ issuer: Issuer) -> Substring {
      issuer.parts.path == "/" ? issuer.text.dropLast() : issuer.text[...]
    }
    return withoutRootSlash(self) == withoutRootSlash(other)
  }
}
