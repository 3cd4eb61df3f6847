internal import JOSE
internal import OAuthCore

extension ClientAuthenticator {
  /// RFC 8705 §2.1: an authority that is trusted issued the certificate, to exactly this subject.
  func checkCertificate(_ certificate: ClientCertificate?, subject: String) throws(Refusal) {
    let certificate = try Self.required(certificate)
    guard certificate.isTrusted, DistinguishedName(subject) == certificate.subject else {
      throw .invalidClient("the client certificate is not the one that is registered")
    }
  }

  /// RFC 8705 §2.2: whoever issued the certificate, its key is one of the client's own.
  func checkCertificate(
    _ certificate: ClientCertificate?, keys: ClientKeys, ofStranger isStranger: Bool
  ) async throws {
    let certificate = try Self.required(certificate)
    let set: JSONWebKeySet
    do {
      set = try await clientKeys.keys(keys, ofStranger: isStranger)
    } catch {
      throw Self.noKeys(error)
    }
    guard let thumbprint = certificate.key?.thumbprint, set.keys.contains(where: { $0.thumbprint == thumbprint }) else {
      throw Refusal.invalidClient("the key of the client certificate is not one that is registered")
    }
  }

  private static func required(_ certificate: ClientCertificate?) throws(Refusal) -> ClientCertificate {
    guard let certificate else {
      throw .invalidClient("this client has to authenticate with a certificate, and the connection has none")
    }
    return certificate
  }
}
