internal import OAuthAsyncHTTPClient
internal import OAuthCore

extension AsyncHTTPClientTransport {
  /// A transport with what lies in files.
  ///
  /// - Parameters:
  ///   - trust: the only certificate authorities to trust, in PEM; `nil` trusts the machine's.
  ///   - certificate: shown to servers that ask for one (RFC 8705), in PEM, with its key.
  ///   - certificateKey: the key.
  /// - Throws: `ValidationError` if a file can't be read; `ClientCertificateError` if what is in it can't be used.
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
