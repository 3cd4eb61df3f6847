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
  /// - Parameter channel: the connection, or a stream of an HTTP/2 connection.
  /// - Returns: nil if the connection has no TLS, or its client showed no certificate.
  /// - Throws: what NIO throws for a connection that has gone.
  public init?(peerOf channel: any Channel) async throws {
    // TLS is with the connection that an HTTP/2 stream is part of; an HTTP/1.1 connection is part of a listener, which has none.
    for connection in [channel, channel.parent].compactMap(\.self) {
      do {
        guard let certificate = try await connection.nioSSL_peerCertificate().get() else { return nil }
        self.init(der: try certificate.toDERBytes())
        return
      } catch ChannelPipelineError.notFound {
        continue
      }
    }
    return nil
  }
}
