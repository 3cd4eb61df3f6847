import NIOCore
import NIOPosix
import NIOSSL
import OAuthCore
import OAuthServerHummingbird
import Testing

/// A client that sends bytes to a port of this machine and reads until the server closes the
/// connection. It corrects nothing and follows no redirects.
enum RawClient {
  struct Answer {
    let status: Int
    let head: String
    let body: String

    func field(_ name: String) -> String? {
      head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ": ") }
        .map { String($0.dropFirst(name.count + 2)) }
    }
  }

  static func send(_ bytes: String, to issuer: Issuer) async throws -> Answer {
    let text = try await exchange(bytes, with: issuer)
    let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
    let head = String(try #require(parts.first))
    let status = try #require(head.split(separator: " ").dropFirst().first.flatMap { Int($0) })
    return Answer(status: status, head: head, body: parts.count > 1 ? String(parts[1]) : "")
  }

  /// Sends bytes and returns all that the server sends.
  /// - Parameters:
  ///   - bytes: The bytes to send.
  ///   - rest: The bytes to send once the answer ends with `invitation`.
  ///   - invitation: The end of the answer that `rest` waits for.
  ///   - issuer: The server.
  ///   - closingOutput: Whether the client closes its side after `bytes`.
  ///   - onAnswer: Called for each piece of the answer, while the connection is open.
  static func exchange(
    _ bytes: String, then rest: String = "", after invitation: String? = nil, with issuer: Issuer,
    closingOutput: Bool = false, onAnswer: @Sendable () -> Void = {}
  ) async throws -> String {
    try await withConnection(to: issuer) { inbound, outbound in
      if !bytes.isEmpty { try await outbound.write(ByteBuffer(string: bytes)) }
      if closingOutput { outbound.finish() }
      var answer = ""
      for try await buffer in inbound {
        answer += String(buffer: buffer)
        if let invitation, answer.hasSuffix(invitation) { try await outbound.write(ByteBuffer(string: rest)) }
        onAnswer()
      }
      return answer
    }
  }

  /// Opens a connection. Only a few buffers are read before `body` asks for them.
  /// - Parameters:
  ///   - issuer: The server.
  ///   - isTLS: Whether the connection uses TLS. The server's certificate isn't verified.
  ///   - ciphers: The ciphers to offer, in TLS 1.2. Nil offers the library's.
  ///   - body: The closure that uses the connection.
  static func withConnection<Output>(
    to issuer: Issuer, isTLS: Bool = false, ciphers: [NIOTLSCipher]? = nil,
    _ body: (NIOAsyncChannelInboundStream<ByteBuffer>, NIOAsyncChannelOutboundWriter<ByteBuffer>) async throws -> Output
  ) async throws -> Output {
    let port = try #require(issuer.text.split(separator: ":").last.flatMap { Int($0) })
    let host = issuer.text.contains("[::1]") ? "::1" : "127.0.0.1"
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelOption(.allowRemoteHalfClosure, value: true)
      .connect(host: host, port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          if isTLS {
            var configuration = TLSConfiguration.makeClientConfiguration()
            configuration.certificateVerification = .none
            if let ciphers {
              configuration.maximumTLSVersion = .tlsv12
              configuration.cipherSuiteValues = ciphers
            }
            let context = try NIOSSLContext(configuration: configuration)
            let handler = try NIOSSLClientHandler(context: context, serverHostname: nil)
            try channel.pipeline.syncOperations.addHandler(handler)
          }
          return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
            wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
        }
      }
    return try await channel.executeThenClose(body)
  }

  /// Sends bytes once and then others repeatedly, until the connection is closed.
  /// - Parameters:
  ///   - bytes: The first bytes.
  ///   - others: The bytes to repeat.
  ///   - issuer: The server.
  ///   - isDeaf: Whether the client reads nothing.
  static func flood(_ bytes: String, then others: String, to issuer: Issuer, isDeaf: Bool = false) async throws {
    let port = try #require(issuer.text.split(separator: ":").last.flatMap { Int($0) })
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelOption(.allowRemoteHalfClosure, value: true)
      .channelOption(.autoRead, value: !isDeaf)
      .connect(host: "127.0.0.1", port: port).get()
    // A write that the server doesn't read would wait forever.
    try await withTaskCancellationHandler {
      try await channel.writeAndFlush(ByteBuffer(string: bytes))
      while true { try await channel.writeAndFlush(ByteBuffer(string: others)) }
    } onCancel: {
      channel.close(promise: nil)
    }
  }

  /// Sends bytes, and reads the answer slowly until the server closes the connection.
  /// - Returns: The number of bytes that were read.
  static func read(_ bytes: String, from issuer: Issuer, every pause: TimeAmount) async throws -> Int {
    let port = try #require(issuer.text.split(separator: ":").last.flatMap { Int($0) })
    let counts = AsyncStream.makeStream(of: Int.self)
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelOption(.autoRead, value: false)
      .channelOption(.maxMessagesPerRead, value: 1)
      .channelOption(.socketOption(.so_rcvbuf), value: 65_536)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(SlowReader(every: pause, telling: counts.continuation))
        }
      }
      .connect(host: "127.0.0.1", port: port).get()
    try await channel.writeAndFlush(ByteBuffer(string: bytes))
    for await count in counts.stream { return count }
    return 0
  }

  /// Reads once per pause, and reports the number of bytes when the connection ends.
  private final class SlowReader: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let pause: TimeAmount
    private let told: AsyncStream<Int>.Continuation
    private var count = 0
    private var reading: RepeatedTask?

    init(every pause: TimeAmount, telling told: AsyncStream<Int>.Continuation) {
      (self.pause, self.told) = (pause, told)
    }

    func channelActive(context: ChannelHandlerContext) {
      let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
      reading = context.eventLoop.scheduleRepeatedTask(initialDelay: pause, delay: pause) { _ in bound.value.read() }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { count += unwrapInboundIn(data).readableBytes }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    func channelInactive(context: ChannelHandlerContext) {
      reading?.cancel()
      told.yield(count)
      told.finish()
    }
  }

  static func get(_ path: String, _ issuer: Issuer, method: String = "GET", fields: String = "") async throws -> Answer
  {
    try await send("\(method) \(path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\(fields)\r\n", to: issuer)
  }

  static func post(_ path: String, _ form: FormParameters, _ issuer: Issuer, fields: String = "") async throws -> Answer
  {
    let body = form.formEncoded()
    return try await send(
      "POST \(path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        + "Content-Length: \(body.utf8.count)\r\n\(fields)\r\n\(body)", to: issuer)
  }
}
