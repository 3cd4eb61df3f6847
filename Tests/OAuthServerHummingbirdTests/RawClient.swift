#if Hummingbird
import NIOCore
import NIOPosix
import OAuthCore
import OAuthServerHummingbird
import Testing

/// Sends octets to a port of this machine and reads until the server hangs up: no library in between that would tidy
/// anything up, or follow a redirect.
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

  static func send(_ octets: String, to issuer: Issuer) async throws -> Answer {
    let text = try await exchange(octets, with: issuer)
    let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
    let head = String(try #require(parts.first))
    let status = try #require(head.split(separator: " ").dropFirst().first.flatMap { Int($0) })
    return Answer(status: status, head: head, body: parts.count > 1 ? String(parts[1]) : "")
  }

  /// - Parameters:
  ///   - rest: what is sent once the answer ends with `invitation`.
  ///   - closingOutput: whether the server is told that nothing more comes.
  ///   - onAnswer: called when the first octets came, while the connection is still open.
  static func exchange(
    _ octets: String, then rest: String = "", after invitation: String? = nil, with issuer: Issuer,
    closingOutput: Bool = false, onAnswer: @Sendable () -> Void = {}
  ) async throws -> String {
    let port = try #require(issuer.text.split(separator: ":").last.flatMap { Int($0) })
    let host = issuer.text.contains("[::1]") ? "::1" : "127.0.0.1"
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelOption(.allowRemoteHalfClosure, value: true)
      .connect(host: host, port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
            wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
        }
      }
    return try await channel.executeThenClose { inbound, outbound in
      if !octets.isEmpty { try await outbound.write(ByteBuffer(string: octets)) }
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

  /// Sends octets, and then others again and again, until the connection is closed for good.
  static func flood(_ octets: String, then others: String, to issuer: Issuer) async throws {
    let port = try #require(issuer.text.split(separator: ":").last.flatMap { Int($0) })
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelOption(.allowRemoteHalfClosure, value: true)
      .connect(host: "127.0.0.1", port: port).get()
    // A write that nobody reads would wait for ever.
    try await withTaskCancellationHandler {
      try await channel.writeAndFlush(ByteBuffer(string: octets))
      while true { try await channel.writeAndFlush(ByteBuffer(string: others)) }
    } onCancel: {
      channel.close(promise: nil)
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
#endif
