internal import FoundationBasics
package import OAuthAsyncHTTPClient
package import OAuthCore
internal import PixyTerminal

/// The certificates of a connection, as texts in PEM.
package struct ConnectionCertificates: Sendable, Hashable {
  /// The only trusted certificate authorities; `nil` for the machine's.
  package var trust: String?
  /// The client certificate for mutual TLS (RFC 8705).
  package var certificate: String?
  /// The private key of the client certificate.
  package var key: Secret?

  /// - Parameters:
  ///   - trust: The only trusted certificate authorities; `nil` trusts the machine's.
  ///   - certificate: The client certificate for mutual TLS (RFC 8705).
  ///   - key: The private key of the client certificate.
  package init(trust: String? = nil, certificate: String? = nil, key: Secret? = nil) {
    self.trust = trust
    self.certificate = certificate
    self.key = key
  }

  /// Reads the certificates from files.
  ///
  /// - Parameters:
  ///   - trust: The file with the trusted authorities.
  ///   - certificate: The file with the client certificate.
  ///   - certificateKey: The file with the certificate's private key.
  /// - Throws: `ValidationError` if a file can't be read.
  package static func read(trust: String?, certificate: String?, certificateKey: String?) throws
    -> ConnectionCertificates
  {
    var read = ConnectionCertificates()
    if let certificate, let certificateKey {
      read.certificate = try SecretInput.certificates(certificate)
      read.key = try SecretInput.read(certificateKey)
    }
    read.trust = try trust.map(SecretInput.certificates)
    return read
  }

  /// Creates the transport, with the proxy and the further trusted authorities of the environment.
  ///
  /// - Parameter environment: The variables of the process.
  /// - Throws: `ClientCertificateError` if a text is invalid; `HTTPProxyError`;
  ///   ``AuthoritiesMissing``.
  package func transport(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws -> AsyncHTTPClientTransport {
    var shown: ClientCertificate?
    if let certificate, let key { shown = try ClientCertificate(certificates: certificate, privateKey: key) }
    return try AsyncHTTPClientTransport(
      clientCertificate: shown, trustingOnly: trust,
      // --trust names the only authorities.
      trustingAlso: trust == nil ? FurtherAuthorities.paths(in: environment) : [],
      proxy: HTTPProxy.named(in: environment))
  }
}
