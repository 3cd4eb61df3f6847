internal import Crypto
internal import PKCE

/// The SHA-256 thumbprint of a client certificate: `x5t#S256` (RFC 8705 §3.1).
///
/// The server that ends TLS makes one of the certificate that the connection's client proved to have, and passes it with each request of
/// the connection.
public struct CertificateThumbprint: Sendable, Hashable {
  /// 43 characters of base64url.
  public let text: String

  /// Hashes a certificate.
  ///
  /// - Parameter der: the whole certificate, DER-encoded.
  public init(der: some Sequence<UInt8>) {
    text = Base64URL.encode(SHA256.hash(data: Array(der)))
  }

  /// Takes a thumbprint that a proxy in front has made.
  ///
  /// - Parameter text: 43 characters of base64url without padding. A proxy must remove what clients send under the same field name,
  ///   or anybody has any certificate.
  /// - Returns: `nil` for anything that isn't 256 bits in base64url: no token is bound to such a certificate.
  public init?(text: String) {
    guard text.utf8.count == 43, (try? Base64URL.decode(text))?.count == 32 else { return nil }
    self.text = text
  }
}
