internal import NIOCore
internal import OAuthCore

/// The check of a new connection that may go only to a public address.
enum PublicConnection {
  /// The reason why a connection isn't used.
  struct NotPublic: Error {}

  /// Fails if the other end of the connection has no public address. The name was resolved for this
  /// connection, so another answer of the name server changes nothing.
  static func check(_ channel: any Channel) -> EventLoopFuture<Void> {
    channel.eventLoop.makeCompletedFuture {
      guard let address = channel.remoteAddress?.ipAddress, PublicIPAddress.isPublic(address) else {
        channel.close(promise: nil)
        throw NotPublic()
      }
    }
  }
}
