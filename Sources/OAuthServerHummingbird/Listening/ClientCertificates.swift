internal import HummingbirdTLS
internal import NIOCore
internal import NIOSSL
internal import OAuthCore
internal import OAuthServer

/// Which certificates clients may show in the TLS handshake (RFC 8705). None has to be shown: browsers have none, and which client needs
/// one is for the authorization server to say.
///
/// Set it on ``ServerIdentity/clientCertificates``, and the method that works with it in the `certificateMethods` of the server's `TokenRules`,
/// so that its metadata says so. In every case the client proves in the handshake that it has the certificate's private key.
public struct ClientCertificates: Sendable {
  /// Nil: any certificate is taken, and none is trusted.
  private let authorities: [NIOSSLCertificate]?

  /// Any certificate, whoever signed it and whenever: the key is what counts (`self_signed_tls_client_auth`, RFC 8705 §2.2). No subject's name
  /// is believed, so that `tls_client_auth` proves nobody.
  public static let any = ClientCertificates(authorities: nil)

  /// Only certificates that these authorities issued, and that are valid at the time (`tls_client_auth`, RFC 8705 §2.1). A
  /// client that shows another one isn't connected.
  ///
  /// - Parameter authorities: PEM, the roots. Whoever they issue a certificate to can be whatever client has that subject's name, so don't
  ///   name authorities that issue to the public.
  /// - Throws: ``ServerIdentityError/authoritiesUnreadable``.
  public static func issued(by authorities: [UInt8]) throws(ServerIdentityError) -> ClientCertificates {
    guard let read = try? NIOSSLCertificate.fromPEMBytes(authorities), !read.isEmpty else {
      throw .authoritiesUnreadable
    }
    return ClientCertificates(authorities: read)
  }

  private init(authorities: [NIOSSLCertificate]?) {
    self.authorities = authorities
  }

  /// Has the server ask for a certificate in the handshake.
  func ask(_ configuration: inout TLSConfiguration) {
    configuration.certificateVerification = .optionalVerification
    guard let authorities else { return }
    configuration.trustRoots = .certificates(authorities)
    // Browsers don't bother people with certificates that wouldn't do.
    configuration.sendCANameList = true
  }

  /// In place of BoringSSL's verification; nil leaves that as it is.
  var verification: TLSChannelConfiguration.CustomVerificationCallback? {
    guard authorities == nil else { return nil }
    return { _, promise in promise.succeed(.certificateVerified) }
  }

  /// What the authorization server is told of a certificate; nil for one that can't be read, which is as good as none.
  func certificate(_ peer: NIOSSLCertificate) -> ClientCertificate? {
    guard let der = try? peer.toDERBytes() else { return nil }
    return try? ClientCertificate(der: der, isTrusted: authorities != nil)
  }
}
