internal import OAuthAsyncHTTPClient
internal import OAuthCore

extension AsyncHTTPClientTransport {
  /// Creates a transport with certificates from files.
  ///
  /// - Parameters:
  ///   - trust: The file with the only trusted certificate authorities, in PEM; `nil` trusts the
  ///     machine's.
  ///   - certificate: The file with the client certificate for mutual TLS (RFC 8705), in PEM.
  ///   - certificateKey: The file with the certificate's private key, in PEM.
  /// - Throws: `ValidationError` if a file can't be read; `ClientCertificateError` if its contents
  ///   are invalid.
  convenience init(trust: String?, certificate: String?, certificateKey: String?) throws {
    guard trust != nil || certificate != nil else {
      self.init()
      return
    }
    var shown: ClientCertificate?
    if let certificate, let certificateKey {
      shown = try ClientCertificate(
        certificates: SecretInput.certificates(certificate), privateKey: SecretInput.read(certificateKey))
    }
    try self.init(clientCertificate: shown, trustingOnly: trust.map(SecretInput.certificates))
  }
}
