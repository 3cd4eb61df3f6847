internal import NIOSSL
public import OAuthCore

/// A client's certificate for the TLS handshake, with its private key (RFC 8705 §2).
///
/// It authenticates the client (`tls_client_auth`, `self_signed_tls_client_auth`), and tokens may
/// be bound to it (RFC 8705 §3).
///
/// ```swift
/// let certificate = try ClientCertificate(certificates: chainPEM, privateKey: Secret(keyPEM))
/// let transport = try AsyncHTTPClientTransport(clientCertificate: certificate)
/// ```
public struct ClientCertificate: Sendable {
  let chain: [NIOSSLCertificateSource]
  let key: NIOSSLPrivateKeySource

  /// Reads a certificate and its key.
  ///
  /// - Parameters:
  ///   - certificates: The PEM text of the certificates: the client's first, then the chain to its
  ///     authority.
  ///   - privateKey: The PEM text of the private key, not encrypted.
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

/// The text for TLS that can't be read.
public enum ClientCertificateError: String, Error, Sendable, Hashable {
  /// The certificates aren't PEM.
  case certificate = "certificate_unreadable"
  /// The private key isn't PEM, or is encrypted.
  case privateKey = "certificate_key_unreadable"
}

extension ClientCertificateError: ExplainedError {
  /// The facts of each case.
  public var facts: ErrorFacts {
    let row = ErrorFacts.Row(
      at: .configuration, .mistake,
      remedy: "Use PEM text with its BEGIN and END lines and without a passphrase.")
    return switch self {
    case .certificate: row(rawValue, "The certificates could not be read.")
    case .privateKey: row(rawValue, "The certificate's private key could not be read.")
    }
  }
}

extension ClientCertificate: Redacted {
  /// The number of certificates.
  public var description: String { "ClientCertificate(\(chain.count) certificates)" }
}
