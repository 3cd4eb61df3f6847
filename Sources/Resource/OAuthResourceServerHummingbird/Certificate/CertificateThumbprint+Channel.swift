public import NIOCore
internal import NIOSSL
public import OAuthResourceServer

extension CertificateThumbprint {
  /// Computes the thumbprint of a connection's client certificate (RFC 8705 §3).
  ///
  /// Use it with ``AccessMiddleware`` in a server that terminates TLS itself. The server's
  /// `TLSConfiguration` has to request certificates: set `certificateVerification` to
  /// `.optionalVerification`. If clients use self-signed certificates, add a verification callback
  /// that accepts every certificate.
  ///
  /// - Parameter channel: The connection, or a stream of an HTTP/2 connection.
  /// - Returns: `nil` if the connection has no TLS, or its client sent no certificate.
  /// - Throws: NIO's error for a closed connection.
  public init?(peerOf channel: any Channel) async throws {
    // An HTTP/2 stream has no TLS handler, but its parent connection has one. The parent of an
    // HTTP/1.1 connection is a listener, which has none.
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
