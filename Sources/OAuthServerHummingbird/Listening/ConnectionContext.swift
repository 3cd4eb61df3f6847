#if Hummingbird
internal import Hummingbird
internal import NIOCore
internal import NIOSSL
internal import OAuthServer

/// What Hummingbird tells with each request about the connection that it came over.
struct ConnectionContext: Hummingbird.RequestContext {
  var coreContext: CoreRequestContextStorage
  private let channel: any Channel

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
  }

  /// The other end of the connection.
  var remoteAddress: SocketAddress? { channel.remoteAddress }

  /// The certificate that the other end proved to have; nil if it showed none or wasn't asked.
  func certificate(under rules: ClientCertificates?) async throws -> ClientCertificate? {
    guard let rules else { return nil }
    return try await channel.nioSSL_peerCertificate().get().flatMap(rules.certificate)
  }
}
#endif
