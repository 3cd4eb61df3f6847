internal import HTTPTypes
package import OAuthCore

/// The session cookie, by which the server recognizes a browser (RFC 6265).
///
/// The cookie holds 256 random bits and nothing else. It exists before a sign-in too, without a
/// user: forms are tied to it (``FormToken``).
///
/// With an https issuer its name has the prefix `__Host-`. Browsers accept such a cookie only with
/// `Secure`, with `Path=/` and without a domain, so neither another host nor a page without TLS can
/// set it (RFC 6265bis §4.1.3.2). On loopback without TLS the name contains the port, because
/// cookies don't depend on ports: two servers on one machine would sign each other's users out.
package struct SessionCookie: Sendable {
  package let name: String
  /// The name of the cookie of ``KnownBrowsers``.
  let knownName: String
  private let isSecure: Bool

  package init(_ issuer: Issuer) {
    let isSecure = issuer.origin.hasPrefix("https:")
    func name(_ plain: String) -> String {
      isSecure ? "__Host-" + plain : plain + (issuer.parts.port.map { "-\($0)" } ?? "")
    }
    self.isSecure = isSecure
    self.name = name("pixy-session")
    knownName = name("pixy-known")
  }

  /// Returns the secret that a browser sent; `nil` if it sent none, two, or one in another format.
  func secret(in fields: HTTPFields) -> Secret? { secret(in: fields, called: name) }

  /// Returns the value of a cookie; `nil` as for ``secret(in:)``.
  func secret(in fields: HTTPFields, called name: String) -> Secret? {
    // HTTP/2 lets a browser split the field (RFC 9113 §8.2.3).
    let values = fields[values: .cookie].flatMap { $0.utf8.split(separator: UInt8(ascii: ";")) }
      .compactMap { pair -> Substring? in
        let pair = pair.drop { $0 == UInt8(ascii: " ") }
        guard let sign = pair.firstIndex(of: UInt8(ascii: "=")), pair[..<sign].elementsEqual(name.utf8) else {
          return nil
        }
        return Substring(pair[sign...].dropFirst())
      }
    guard values.count == 1, let value = values.first, SecretGenerator.isSecret(value) else { return nil }
    return Secret(String(value))
  }

  /// Returns the `Set-Cookie` field that sets the cookie. It lasts until the browser is closed; the
  /// server decides when the session ends.
  func giving(_ secret: Secret) -> String {
    "\(name)=\(secret.reveal()); \(attributes)"
  }

  /// Returns the `Set-Cookie` field that makes the browser a known one, for a year.
  func giving(known value: Secret) -> String {
    "\(knownName)=\(value.reveal()); Max-Age=31536000; \(attributes)"
  }

  /// The `Set-Cookie` field that deletes the cookie.
  var taking: String {
    "\(name)=; Max-Age=0; \(attributes)"
  }

  /// The cookie's attributes. With `SameSite=Lax` browsers send the cookie with links from other
  /// sites, but not with their forms.
  private var attributes: String {
    "Path=/; HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "")
  }
}
