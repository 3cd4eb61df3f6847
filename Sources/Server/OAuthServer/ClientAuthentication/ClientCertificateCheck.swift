internal import JOSE
internal import OAuthCore

extension ClientAuthenticator {
  /// Requires a certificate with exactly this subject, issued by a trusted authority (RFC 8705
  /// §2.1).
  func checkCertificate(_ certificate: PeerCertificate?, subject: String) throws(Refusal) {
    let certificate = try Self.required(certificate)
    guard certificate.isTrusted, DistinguishedName(subject) == certificate.subject else {
      throw .invalidClient("the client certificate is not the registered one")
    }
  }

  /// Requires a certificate with one of the client's own keys, whichever authority issued it (RFC
  /// 8705 §2.2).
  func checkCertificate(
    _ certificate: PeerCertificate?, keys: ClientKeys, ofStranger isStranger: Bool
  ) async throws {
    let certificate = try Self.required(certificate)
    let set: JSONWebKeySet
    do {
      set = try await clientKeys.keys(keys, ofStranger: isStranger)
    } catch {
      throw Self.noKeys(error)
    }
    guard let thumbprint = certificate.key?.thumbprint, set.keys.contains(where: { $0.thumbprint == thumbprint }) else {
      throw Refusal.invalidClient("the key of the client certificate is not registered")
    }
  }

  private static func required(_ certificate: PeerCertificate?) throws(Refusal) -> PeerCertificate {
    guard let certificate else {
      throw .invalidClient("this client has to authenticate with a certificate, and the connection has none")
    }
    return certificate
  }
}
