import NIOCore
import NIOPosix

/// Octets on a socket, for what no HTTP client would send.
enum RawHTTP {
  static func connect(port: Int) async throws -> NIOAsyncChannel<ByteBuffer, ByteBuffer> {
    try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture { try NIOAsyncChannel(wrappingChannelSynchronously: channel) }
      }
  }

  static func write(_ text: String, to channel: NIOAsyncChannel<ByteBuffer, ByteBuffer>) async throws {
    try await channel.channel.writeAndFlush(ByteBuffer(string: text))
  }

  static func close(_ channel: NIOAsyncChannel<ByteBuffer, ByteBuffer>) async throws {
    try await channel.executeThenClose { _, _ in }
  }

  /// Sends a text and gives everything that comes until the other side closes.
  static func exchange(port: Int, _ text: String) async throws -> String {
    try await connect(port: port).executeThenClose { inbound, outbound in
      var answer = ByteBuffer()
      do {
        try await outbound.write(ByteBuffer(string: text))
        for try await part in inbound { answer.writeImmutableBuffer(part) }
      } catch is IOError {
        // The other side had heard enough and reset the connection.
      }
      return String(buffer: answer)
    }
  }
}
