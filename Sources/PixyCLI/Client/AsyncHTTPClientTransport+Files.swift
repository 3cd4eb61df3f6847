internal import FoundationBasics
internal import OAuthAsyncHTTPClient
internal import OAuthCore

extension AsyncHTTPClientTransport {
  /// Creates a transport with certificates from files, and with the proxy and the further trusted
  /// authorities of the environment.
  ///
  /// - Parameters:
  ///   - trust: The file with the only trusted certificate authorities, in PEM; `nil` trusts the
  ///     machine's.
  ///   - certificate: The file with the client certificate for mutual TLS (RFC 8705), in PEM.
  ///   - certificateKey: The file with the certificate's private key, in PEM.
  ///   - environment: The variables of the process.
  /// - Throws: `ValidationError` if a file can't be read; `ClientCertificateError` if its contents
  ///   are invalid; `HTTPProxyError`; ``AuthoritiesMissing``.
  convenience init(
    trust: String?, certificate: String?, certificateKey: String?,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws {
    var shown: ClientCertificate?
    if let certificate, let certificateKey {
      shown = try ClientCertificate(
        certificates: SecretInput.certificates(certificate), privateKey: SecretInput.read(certificateKey))
    }
    try self.init(
      clientCertificate: shown, trustingOnly: trust.map(SecretInput.certificates),
      // --trust names the only authorities.
      trustingAlso: trust == nil ? FurtherAuthorities.paths(in: environment) : [],
      proxy: HTTPProxy.named(in: environment))
  }
}
