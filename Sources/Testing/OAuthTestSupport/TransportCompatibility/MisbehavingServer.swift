#if HUMMINGBIRD
internal import NIOCore
internal import NIOPosix

/// An HTTP server on loopback with the faults of real servers and networks. Each path is one fault.
public enum MisbehavingServer {
  /// Runs a server while `body` runs.
  ///
  /// - Parameter body: The test. Its argument is the server's origin, `http://127.0.0.1` with a
  ///   free port. The paths are those of ``HTTPTransportCompatibility``.
  /// - Throws: The errors of `body`, and the system's error if no port can be opened.
  public static func whileRunning<R: Sendable>(_ body: (_ origin: String) async throws -> R) async throws -> R {
    let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(Behaviour())
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    do {
      let result = try await body("http://127.0.0.1:\(channel.localAddress?.port ?? 0)")
      try await channel.close()
      return result
    } catch {
      try? await channel.close()
      throw error
    }
  }

  private final class Behaviour: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private var receivedBytes = ByteBuffer()

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      var part = unwrapInboundIn(data)
      receivedBytes.writeBuffer(&part)
      // A TLS handshake begins with this byte (RFC 8446 §5.1). The answer is plain text.
      if receivedBytes.getInteger(at: 0, as: UInt8.self) == 0x16 {
        write("HTTP/1.1 400 Bad Request\r\n\r\n", context, thenClose: true)
        return
      }
      let text = String(buffer: receivedBytes)
      guard let headEnd = text.firstRange(of: "\r\n\r\n") else { return }
      let head = text[..<headEnd.lowerBound]
      let body = text[headEnd.upperBound...]
      let length =
        head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
        .flatMap { Int($0.drop { $0 != ":" }.dropFirst().filter { $0 != " " }) } ?? 0
      guard body.utf8.count >= length else { return }
      receivedBytes.clear()
      let path = head.split(separator: " ").dropFirst().first.map(String.init) ?? "/"
      answer(path, to: text, context: context)
    }

    private func answer(_ path: String, to request: String, context: ChannelHandlerContext) {
      switch path.prefix(while: { $0 != "?" }) {
      case "/echo": whole(request, context)
      case "/redirect":
        write("HTTP/1.1 307 Temporary Redirect\r\nLocation: /echo\r\nContent-Length: 0\r\n\r\n", context)
      case "/repeated":
        write(
          "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic\r\nWWW-Authenticate: Bearer\r\n"
            + "Content-Length: 0\r\n\r\n",
          context)
      case "/compressed":
        var answer = ByteBuffer(
          string: "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\n"
            + "Content-Length: \(Self.compressed.count)\r\n\r\n")
        answer.writeBytes(Self.compressed)
        context.writeAndFlush(wrapOutboundOut(answer), promise: nil)
      case "/hang": break
      case "/slow-body": write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345", context)
      case "/large": whole(String(repeating: "x", count: 2_000_000), context)
      case "/large-chunked":
        let chunk = "10000\r\n" + String(repeating: "x", count: 65_536) + "\r\n"
        write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + String(repeating: chunk, count: 30), context)
      case "/truncated": write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n12345", context, thenClose: true)
      case "/garbage": write("this is no HTTP\r\n\r\n", context, thenClose: true)
      case "/close": context.close(promise: nil)
      default: write("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", context)
      }
    }

    /// `{"a":"aaaaaaaaaaaaaaaaaaaa"}` in gzip.
    private static let compressed: [UInt8] = [
      0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xAB, 0x56, 0x4A, 0x54, 0xB2, 0x52, 0x4A,
      0xC4, 0x02, 0x94, 0x6A, 0x01, 0x84, 0x14, 0x28, 0x08, 0x1C, 0x00, 0x00, 0x00,
    ]

    private func whole(_ body: String, _ context: ChannelHandlerContext) {
      write("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n" + body, context)
    }

    private func write(_ text: String, _ context: ChannelHandlerContext, thenClose: Bool = false) {
      let writePromise = context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)))
      if thenClose {
        let context = NIOLoopBound(context, eventLoop: context.eventLoop)
        writePromise.whenComplete { _ in context.value.close(promise: nil) }
      }
    }
  }
}
#endif
