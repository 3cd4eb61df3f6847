#if LOOPBACK
internal import HTTPTypes
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOPosix
internal import OAuthCore

/// An HTTP server on a loopback address, which runs during one sign-in.
struct LoopbackListener {
  /// The maximum size of a request body in bytes. A signed response has a few thousand.
  private static let longestBody = 65_536

  let address: LoopbackAddress
  let port: Int
  let exchange: LoopbackExchange
  let logger: Logger

  /// Listens, runs `body` with the port, and stops listening when `body` returns or throws.
  func whileListening(_ body: (Int) async throws -> Void) async throws {
    let (ports, listening) = AsyncThrowingStream<Int, any Error>.makeStream()
    let server = try server { port in
      listening.yield(port)
      listening.finish()
    }
    let (address, requestedPort) = (address, port)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        do {
          try await server.run()
          listening.finish()
        } catch {
          listening.finish(throwing: Self.translate(error, address, port: requestedPort))
        }
      }
      do {
        for try await port in ports {
          try await body(port)
        }
        // Shut down gracefully, so that the last page reaches the browser.
        try await server.shutdownGracefully()
      } catch {
        group.cancelAll()
        throw error
      }
      group.cancelAll()
    }
  }

  private func server(
    onListening: @escaping @Sendable (Int) -> Void
  ) throws -> Server<HTTP1Channel> {
    let exchange = exchange
    let channel = HTTP1Channel(
      responder: { request, writer, _ in
        // `nil` if the body is longer than any response.
        let body = request.head.method == .post ? try? await request.body.collect(upTo: Self.longestBody) : nil
        let page = exchange.page(for: request.head, body: body.map { Array($0.readableBytesView) })
        try await writer.write(response: page.head, body: page.body(for: request.method))
        exchange.finishIfOver()
      },
      configuration: HTTP1Channel.Configuration(
        // An idle connection must not outlive the sign-in by much.
        idleTimeout: .seconds(10),
        httpDecoderConfiguration: .init(
          maxHeaderFieldSize: 32_768, maxHeaderListSize: 65_536, maxHeaderFieldCount: 100)))
    return Server(
      childChannelSetup: channel,
      configuration: ServerConfiguration(
        address: .hostname(address.rawValue, port: port), serverName: nil, backlog: 64),
      onServerRunning: { channel in
        onListening(channel.localAddress?.port ?? 0)
      },
      eventLoopGroup: MultiThreadedEventLoopGroup.singleton,
      // Hummingbird's log messages at level info would mix with the program's messages to the user.
      logger: logger.raised)
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

extension Logger {
  fileprivate var raised: Logger {
    var logger = self
    logger.logLevel = max(logLevel, .critical)
    return logger
  }
}
#endif
