/// A method of authenticating clients with a certificate (RFC 8705 §2). The raw value is its name
/// in metadata.
///
/// The TLS handshake decides which certificates reach the server, and so which method works. Set it
/// in ``TokenRules/certificateMethods``.
public enum CertificateMethod: String, Sendable, Hashable, CaseIterable {
  /// Authentication by the subject of a certificate from a trusted authority (RFC 8705 §2.1).
  case issued = "tls_client_auth"
  /// Authentication by the key of a certificate from any issuer (RFC 8705 §2.2).
  case selfSigned = "self_signed_tls_client_auth"
}
