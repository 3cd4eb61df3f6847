import NIOCore
import NIOPosix

/// Bytes on a socket, for requests that no HTTP client would send.
enum RawHTTP {
  /// Whether this machine has a loopback address of IP version 6.
  static var hasVersion6: Bool {
    (try? System.enumerateDevices())?.contains { $0.address?.ipAddress == "::1" } ?? false
  }

  /// Opens a connection that stays open and sends only what the test writes.
  static func connect(port: Int) async throws -> any Channel {
    try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton).connect(host: "127.0.0.1", port: port).get()
  }

  /// Sends a text and returns everything that is received until the other side closes the
  /// connection.
  static func exchange(port: Int, _ text: String) async throws -> String {
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connectTimeout(.seconds(250))
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    return try await channel.executeThenClose { inbound, outbound in
      var answer = ByteBuffer()
      do {
        try await outbound.write(ByteBuffer(string: text))
        for try await part in inbound { answer.writeImmutableBuffer(part) }
      } catch let error where !(error is CancellationError) {
        // The other side rejected the request and reset the connection.
      }
      return String(buffer: answer)
    }
  }
}
