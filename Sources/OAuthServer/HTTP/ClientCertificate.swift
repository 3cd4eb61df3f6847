internal import Crypto
internal import JOSE
public import OAuthCore
internal import PKCE

/// The certificate by which a client proved in the TLS handshake that it has a private key (RFC 8705 §2).
///
/// Who ends TLS makes one of what the handshake gave, or of what a proxy in front passes on, and hands it to
/// ``AuthorizationServer/respond(to:body:context:)`` with each request of that connection. A proxy must remove what clients send
/// under the same field name: otherwise anybody has any certificate.
public struct ClientCertificate: Sendable, Hashable {
  /// The SHA-256 of the certificate as base64url: `x5t#S256` (RFC 8705 §3.1).
  public let thumbprint: String
  /// Whether the certificate chains to an authority that the server trusts for clients, and is valid now.
  public let isTrusted: Bool
  let subject: DistinguishedName
  /// Nil for kinds of keys that no JWK of a client can have here.
  let key: JSONWebKey?

  /// Reads a certificate.
  /// - Parameters:
  ///   - der: the whole certificate, DER-encoded.
  ///   - isTrusted: whether an authority that the server trusts for clients issued it, and it is valid now. True for a
  ///     certificate that nobody checked lets anybody be any client that is known by a subject's name.
  /// - Throws: ``ClientCertificateError/malformed``.
  public init(der: [UInt8], isTrusted: Bool) throws(ClientCertificateError) {
    guard let certificate = X509Certificate(der: der) else { throw .malformed }
    thumbprint = Base64URL.encode(SHA256.hash(data: der))
    self.isTrusted = isTrusted
    subject = DistinguishedName(certificate.subject)
    key = JSONWebKey(subjectPublicKeyInfo: certificate.subjectPublicKeyInfo)
  }
}

/// Why octets are no client certificate.
public enum ClientCertificateError: Error, Sendable, Hashable {
  /// They aren't the DER of an X.509 certificate.
  case malformed
}

extension ClientCertificateError: ExplainedError {
  /// A stable name.
  public var code: String { "client_certificate_malformed" }

  /// Always `FlowStep.configuration`.
  public var step: FlowStep { .configuration }

  /// What is wrong.
  public var explanation: String { "The client certificate is not the DER of an X.509 certificate (RFC 5280 §4.1)." }

  /// What to do about it.
  public var remedy: String { "Pass on the leaf certificate of the handshake in DER; PEM has to be decoded first." }
}
