internal import Crypto
internal import PKCE

/// The SHA-256 thumbprint of a client certificate: `x5t#S256` (RFC 8705 §3.1).
///
/// The server that terminates TLS computes it from the client certificate of the connection, and
/// passes it with each request of the connection.
public struct CertificateThumbprint: Sendable, Hashable {
  /// The thumbprint as 43 characters of base64url.
  public let text: String

  /// Computes a certificate's thumbprint.
  ///
  /// - Parameter der: The complete certificate, DER-encoded.
  public init(der: some Sequence<UInt8>) {
    text = Base64URL.encode(SHA256.hash(data: Array(der)))
  }

  /// Accepts a thumbprint that a proxy has computed.
  ///
  /// - Parameter text: 43 characters of base64url without padding. The proxy must remove any field
  ///   of the same name from the clients' requests. Otherwise a client could claim any certificate.
  /// - Returns: `nil` if the text isn't 256 bits in base64url. No token is bound to such a
  ///   certificate.
  public init?(text: String) {
    guard text.utf8.count == 43, (try? Base64URL.decode(text))?.count == 32 else { return nil }
    self.text = text
  }
}
