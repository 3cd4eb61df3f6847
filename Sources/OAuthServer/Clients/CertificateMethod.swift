/// How clients can prove who they are with a certificate (RFC 8705 §2), by its name in metadata.
///
/// Which of them works depends on the certificates that are taken in the TLS handshake: set it on ``TokenRules/certificateMethods``.
public enum CertificateMethod: String, Sendable, Hashable, CaseIterable {
  /// By the subject of a certificate that a trusted authority issued (RFC 8705 §2.1).
  case issued = "tls_client_auth"
  /// By the key of a certificate, whoever issued it (RFC 8705 §2.2).
  case selfSigned = "self_signed_tls_client_auth"
}
