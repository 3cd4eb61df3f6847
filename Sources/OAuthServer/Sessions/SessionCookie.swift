internal import HTTPTypes
package import OAuthCore

/// The cookie by which a browser is recognized (RFC 6265).
///
/// It holds 256 random bits and nothing else. Before a sign-in it is there too, meaning nobody: forms are tied to it
/// (``FormToken``).
///
/// With an https issuer its name has the prefix `__Host-`, so that browsers take it with `Secure`, with `Path=/` and without a
/// domain only, and neither a neighbour's host nor a page without TLS can put one in (RFC 6265bis §4.1.3.2). On loopback without TLS
/// the name has the port instead, because cookies don't: two servers on one machine would sign each other's people out.
package struct SessionCookie: Sendable {
  package let name: String
  private let isSecure: Bool

  package init(_ issuer: Issuer) {
    isSecure = issuer.origin.hasPrefix("https:")
    name = isSecure ? "__Host-pixy-session" : "pixy-session" + (issuer.parts.port.map { "-\($0)" } ?? "")
  }

  /// The secret that a browser sent; `nil` if it sent none, or two, or something that this server never made.
  func secret(in fields: HTTPFields) -> Secret? {
    // HTTP/2 lets a browser send the field in pieces (RFC 9113 §8.2.3).
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

  /// The `Set-Cookie` field that gives a browser a secret. It lives until the browser is closed; the server decides when the
  /// session is over.
  func giving(_ secret: Secret) -> String {
    "\(name)=\(secret.reveal()); \(attributes)"
  }

  /// The `Set-Cookie` field that takes it away.
  var taking: String {
    "\(name)=; Max-Age=0; \(attributes)"
  }

  /// `Lax`: links from other sites find the person signed in, forms from other sites don't.
  private var attributes: String {
    "Path=/; HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "")
  }
}
