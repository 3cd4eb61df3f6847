internal import HummingbirdTLS
internal import NIOCore
internal import NIOSSL
internal import OAuthCore
internal import OAuthServer

/// The certificates that clients may present in the TLS handshake (RFC 8705).
///
/// A certificate is never required in the handshake, because browsers have none. The authorization
/// server decides which client needs one.
///
/// Set it on ``ServerIdentity/clientCertificates``. Add the matching method to the
/// `certificateMethods` of the server's `TokenRules`, so that the server's metadata announces it.
/// In every case the client proves in the handshake that it has the certificate's private key.
public struct ClientCertificates: Sendable {
  /// The trusted authorities. Nil accepts every certificate and trusts none.
  private let authorities: [NIOSSLCertificate]?

  /// Accepts every certificate, regardless of its issuer and its dates
  /// (`self_signed_tls_client_auth`, RFC 8705 §2.2).
  ///
  /// Only the certificate's key identifies the client. The name in the certificate proves nothing,
  /// so `tls_client_auth` authenticates no client here.
  public static let any = ClientCertificates(authorities: nil)

  /// Accepts only valid certificates that these authorities issued (`tls_client_auth`,
  /// RFC 8705 §2.1).
  ///
  /// A client with any other certificate fails the handshake.
  ///
  /// - Parameter authorities: The root certificates, in PEM. The holder of a certificate is
  ///   accepted as the client with that subject name. Don't use authorities that issue certificates
  ///   to the public.
  /// - Returns: The rule for ``ServerIdentity/clientCertificates``.
  /// - Throws: ``ServerIdentityError/authoritiesUnreadable`` if there is no PEM certificate.
  public static func issued(by authorities: [UInt8]) throws(ServerIdentityError) -> ClientCertificates {
    guard let read = try? NIOSSLCertificate.fromPEMBytes(authorities), !read.isEmpty else {
      throw .authoritiesUnreadable
    }
    return ClientCertificates(authorities: read)
  }

  private init(authorities: [NIOSSLCertificate]?) {
    self.authorities = authorities
  }

  /// Makes the server request a certificate in the handshake.
  func ask(_ configuration: inout TLSConfiguration) {
    configuration.certificateVerification = .optionalVerification
    guard let authorities else { return }
    configuration.trustRoots = .certificates(authorities)
    // With this list browsers offer only the certificates that would be accepted.
    configuration.sendCANameList = true
  }

  /// The replacement for BoringSSL's verification, or nil to keep BoringSSL's.
  var verification: TLSChannelConfiguration.CustomVerificationCallback? {
    guard authorities == nil else { return nil }
    return { _, promise in promise.succeed(.certificateVerified) }
  }

  /// Returns the certificate for the authorization server, or nil if it can't be read. An
  /// unreadable certificate counts as none.
  func certificate(_ peer: NIOSSLCertificate) -> PeerCertificate? {
    guard let der = try? peer.toDERBytes() else { return nil }
    return try? PeerCertificate(der: der, isTrusted: authorities != nil)
  }
}
