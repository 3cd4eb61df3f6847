#if LOOPBACK
internal import HTTPTypes
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import OAuthCore

/// An HTTP server on a loopback address, which runs during one sign-in.
struct LoopbackListener {
  let address: LoopbackAddress
  let port: Int
  let idleLimit: Duration
  let exchange: LoopbackExchange

  /// Listens, runs `body` with the port, and stops listening when `body` returns or throws.
  func whileListening(_ body: (Int) async throws -> Void) async throws {
    let listening: any Channel
    do {
      listening = try await bootstrap.bind(host: address.rawValue, port: port).get()
    } catch {
      throw Self.translate(error, address, port: port)
    }
    let result: Result<Void, any Error>
    do {
      result = .success(try await body(listening.localAddress?.port ?? 0))
    } catch {
      result = .failure(error)
    }
    try? await listening.close()
    try result.get()
  }

  private var bootstrap: ServerBootstrap {
    let exchange = exchange
    let idleLimit = TimeAmount(idleLimit)
    return ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.backlog, value: 64)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { channel in
        // A connection doesn't outlive the sign-in.
        channel.parent?.closeFuture.whenComplete { _ in channel.close(promise: nil) }
        return channel.eventLoop.makeCompletedFuture {
          var limits = NIOHTTPDecoderLimitConfiguration()
          limits.maxHeaderFieldSize = 32_768
          limits.maxHeaderListSize = 65_536
          limits.maxHeaderFieldCount = 100
          let pipeline = channel.pipeline.syncOperations
          try pipeline.addHandler(IdleStateHandler(allTimeout: idleLimit))
          try pipeline.configureHTTPServerPipeline(
            withEncoderConfiguration: .init(), withDecoderLimitConfiguration: limits)
          try pipeline.addHandler(LoopbackConnection(exchange))
        }
      }
  }

  private static func translate(_ error: any Error, _ address: LoopbackAddress, port: Int) -> any Error {
    guard let error = error as? IOError else { return error }
    switch error.errnoCode {
    case EADDRINUSE: return UserAgentError.portBusy(port: port, holder: PortHolder.find(port: port))
    case EADDRNOTAVAIL, EAFNOSUPPORT: return LoopbackAddress.Absent(address: address)
    case let code: return UserAgentError.cannotListen(port: port, cause: UntrustedText("errno \(code)"))
    }
  }
}

/// An address of this machine's loopback interface.
struct LoopbackAddress: RawRepresentable, Equatable {
  static let version4 = LoopbackAddress(rawValue: "127.0.0.1")
  static let version6 = LoopbackAddress(rawValue: "::1")

  let rawValue: String

  /// The error that the machine doesn't have the address.
  struct Absent: Error {
    let address: LoopbackAddress
  }
}
#endif
