internal import NIOSSL
public import OAuthCore

/// The certificate that a client shows in the TLS handshake, with its private key (RFC 8705 §2).
///
/// It proves who the client is (`tls_client_auth`, `self_signed_tls_client_auth`), and tokens may be bound to it (RFC 8705 §3).
public struct ClientCertificate: Sendable {
  let chain: [NIOSSLCertificateSource]
  let key: NIOSSLPrivateKeySource

  /// Reads a certificate and its key.
  ///
  /// - Parameters:
  ///   - certificates: PEM text: the client's certificate first, then those that lead to its authority.
  ///   - privateKey: PEM text, not encrypted.
  /// - Throws: ``ClientCertificateError`` if one of them can't be read.
  public init(certificates: String, privateKey: Secret) throws(ClientCertificateError) {
    do {
      let read = try NIOSSLCertificate.fromPEMBytes(Array(certificates.utf8))
      guard !read.isEmpty else { throw ClientCertificateError.certificate }
      chain = read.map { .certificate($0) }
    } catch {
      throw .certificate
    }
    do {
      key = .privateKey(try NIOSSLPrivateKey(bytes: Array(privateKey.reveal().utf8), format: .pem))
    } catch {
      throw .privateKey
    }
  }
}

/// Which of the texts for TLS can't be read.
public enum ClientCertificateError: String, Error, Sendable, Hashable {
  /// The certificates aren't PEM.
  case certificate = "certificate_unreadable"
  /// The private key isn't PEM, or is encrypted.
  case privateKey = "certificate_key_unreadable"
}

extension ClientCertificateError: ExplainedError {
  /// Always `FlowStep.configuration`.
  public var step: FlowStep { .configuration }

  /// Which text it is.
  public var explanation: String {
    switch self {
    case .certificate: "The certificates cannot be read."
    case .privateKey: "The certificate's private key cannot be read."
    }
  }

  /// What to do about it.
  public var remedy: String { "Give PEM text, with its BEGIN and END lines and without a passphrase." }
}

extension ClientCertificate: Redacted {
  /// How many certificates there are.
  public var description: String { "ClientCertificate(\(chain.count) certificates)" }
}
