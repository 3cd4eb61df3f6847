import NIOCore
import NIOPosix
import Synchronization

/// A proxy between a client and a server. It forwards bytes until a test makes it cut a connection.
final class DroppingProxy: Sendable {
  /// The fate of the next request.
  enum Cut {
    /// The connection ends before the server receives the request.
    case beforeTheServer
    /// The server handles the request, and the connection ends instead of the answer.
    case afterTheServer
  }

  private let plan = Mutex<[Cut]>([])
  private let port: Int

  private init(port: Int) {
    self.port = port
  }

  /// Cuts the connection of the next request.
  func cut(next cut: Cut) {
    plan.withLock { $0.append(cut) }
  }

  fileprivate func next() -> Cut? {
    plan.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }

  /// Runs a proxy in front of a port of this machine, and passes the proxy's port to `body`.
  static func with<Result>(
    port: Int, _ body: (DroppingProxy, _ port: Int) async throws -> Result
  ) async throws -> Result {
    let proxy = DroppingProxy(port: port)
    let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(ClientSide(proxy))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    do {
      let result = try await body(proxy, channel.localAddress?.port ?? 0)
      try await channel.close()
      return result
    } catch {
      try? await channel.close()
      throw error
    }
  }

  /// Forwards the client's bytes to the server. Created on the client's event loop, which the
  /// server's connection shares.
  private final class ClientSide: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let proxy: DroppingProxy
    private var server: EventLoopFuture<any Channel>?
    private var dropsAnswer = false

    init(_ proxy: DroppingProxy) {
      self.proxy = proxy
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let bytes = unwrapInboundIn(data)
      // Each request of a token session fits into one read.
      switch proxy.next() {
      case .beforeTheServer:
        context.close(promise: nil)
        return
      case .afterTheServer: dropsAnswer = true
      case nil: break
      }
      connect(context).whenSuccess { $0.writeAndFlush(bytes, promise: nil) }
    }

    func channelInactive(context: ChannelHandlerContext) {
      server?.whenSuccess { $0.close(promise: nil) }
    }

    func answer(_ bytes: ByteBuffer, _ client: any Channel) {
      if dropsAnswer {
        client.close(promise: nil)
      } else {
        client.writeAndFlush(bytes, promise: nil)
      }
    }

    private func connect(_ context: ChannelHandlerContext) -> EventLoopFuture<any Channel> {
      if let server { return server }
      let side = NIOLoopBound(self, eventLoop: context.eventLoop)
      let client = context.channel
      let future = ClientBootstrap(group: context.eventLoop)
        .channelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(ServerSide(side.value, client))
          }
        }
        .connect(host: "127.0.0.1", port: proxy.port)
      server = future
      return future
    }
  }

  /// Forwards the server's bytes to the client.
  private final class ServerSide: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let side: ClientSide
    private let client: any Channel

    init(_ side: ClientSide, _ client: any Channel) {
      self.side = side
      self.client = client
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      side.answer(unwrapInboundIn(data), client)
    }

    func channelInactive(context: ChannelHandlerContext) {
      client.close(promise: nil)
    }
  }
}
