#if Hummingbird
internal import Hummingbird
internal import NIOCore

/// What Hummingbird tells with each request about the connection that it came over.
struct ConnectionContext: Hummingbird.RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The other end of the connection.
  let remoteAddress: SocketAddress?

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    remoteAddress = source.channel.remoteAddress
  }
}
#endif
