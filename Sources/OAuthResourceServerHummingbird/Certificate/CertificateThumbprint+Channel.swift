#if Hummingbird
public import NIOCore
internal import NIOSSL
public import OAuthResourceServer

extension CertificateThumbprint {
  /// The thumbprint of the certificate that a connection's client proved to have (RFC 8705 §3).
  ///
  /// For ``AccessMiddleware`` of a server that ends TLS itself. Its `TLSConfiguration` has to ask for certificates: with
  /// `certificateVerification` as `.optionalVerification`, and a verification callback that accepts every certificate if clients
  /// sign theirs themselves.
  ///
  /// - Parameter channel: the connection.
  /// - Returns: nil if the connection has no TLS, or its client showed no certificate.
  /// - Throws: what NIO throws for a connection that has gone.
  public init?(peerOf channel: any Channel) async throws {
    let certificate: NIOSSLCertificate?
    do {
      certificate = try await channel.nioSSL_peerCertificate().get()
    } catch ChannelPipelineError.notFound {
      return nil
    }
    guard let certificate else { return nil }
    self.init(der: try certificate.toDERBytes())
  }
}
#endif
