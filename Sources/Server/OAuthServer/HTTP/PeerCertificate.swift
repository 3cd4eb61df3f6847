internal import Crypto
internal import JOSE
public import OAuthCore
internal import PKCE

/// The certificate that a client presented in the TLS handshake (RFC 8705 §2).
///
/// The HTTP server creates it from the handshake, or from a header field of the proxy that ends
/// TLS. It passes the certificate to ``AuthorizationServer/respond(to:body:context:)`` with each
/// request of the connection. The proxy must remove header fields of the same name from the
/// client's request. Otherwise any client can claim any certificate.
public struct PeerCertificate: Sendable, Hashable {
  /// The base64url of the certificate's SHA-256 hash: `x5t#S256` (RFC 8705 §3.1).
  public let thumbprint: String
  /// Whether the certificate is valid now and was issued by an authority that the server trusts for
  /// clients.
  public let isTrusted: Bool
  let subject: DistinguishedName
  /// The public key; `nil` for key types that the registered keys of clients can't have.
  let key: JSONWebKey?

  /// Reads a certificate.
  /// - Parameters:
  ///   - der: The whole certificate in DER.
  ///   - isTrusted: Whether the certificate is valid now and was issued by an authority that the
  ///     server trusts for clients. Don't pass `true` for an unverified certificate: any client
  ///     could then impersonate each client that authenticates by a subject name.
  /// - Throws: ``PeerCertificateError/malformed`` if the bytes aren't an X.509 certificate.
  public init(der: [UInt8], isTrusted: Bool) throws(PeerCertificateError) {
    guard let certificate = X509Certificate(der: der) else { throw .malformed }
    thumbprint = Base64URL.encode(SHA256.hash(data: der))
    self.isTrusted = isTrusted
    subject = DistinguishedName(certificate.subject)
    key = JSONWebKey(subjectPublicKeyInfo: certificate.subjectPublicKeyInfo)
  }
}

/// The reason why bytes can't be read as a client certificate.
public enum PeerCertificateError: Error, Sendable, Hashable {
  /// The bytes aren't an X.509 certificate in DER.
  case malformed
}

extension PeerCertificateError: ExplainedError {
  /// The facts of the error.
  public var facts: ErrorFacts {
    ErrorFacts(
      "client_certificate_malformed", at: .configuration, .invalidInput,
      "The client certificate is not an X.509 certificate in DER (RFC 5280 §4.1).",
      remedy: "Pass the leaf certificate of the handshake in DER. Decode PEM first.")
  }
}
