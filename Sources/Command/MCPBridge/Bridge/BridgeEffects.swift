package import HTTPTypes
package import OAuthCore

/// The effects of a bridge: tests replace them.
package struct BridgeEffects: Sendable {
  /// Sends a request to the server, with a token if the server needs one, and returns the answer
  /// when its header fields have arrived.
  package var send: @Sendable (HTTPRequest, [UInt8]) async throws -> HTTPStream
  /// Writes one line to the host.
  package var write: @Sendable ([UInt8]) -> Void
  /// Reports a problem that has no place in the protocol.
  package var say: @Sendable (String) -> Void
  /// Returns the text of an error, with its remedy.
  package var explain: @Sendable (any Error) -> String
  /// Waits.
  package var sleep: @Sendable (Duration) async throws -> Void

  package init(
    send: @escaping @Sendable (HTTPRequest, [UInt8]) async throws -> HTTPStream,
    write: @escaping @Sendable ([UInt8]) -> Void, say: @escaping @Sendable (String) -> Void,
    explain: @escaping @Sendable (any Error) -> String, sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.send = send
    self.write = write
    self.say = say
    self.explain = explain
    self.sleep = sleep
  }
}
