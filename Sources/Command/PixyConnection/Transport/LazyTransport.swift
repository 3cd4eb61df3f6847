package import HTTPTypes
package import OAuthCore
internal import PixyTerminal
internal import Synchronization

/// A transport that is created with the first request.
///
/// Most runs of `pixy token` send none, and setting up networking and TLS takes longer than
/// everything else.
package final class LazyTransport: HTTPTransport {
  private let storage = Mutex<(any HTTPTransport)?>(nil)
  private let make: @Sendable () throws -> any HTTPTransport

  package init(_ make: @escaping @Sendable () throws -> any HTTPTransport) {
    self.make = make
  }

  package func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
    let transport = try storage.withLock { storage in
      if let storage { return storage }
      do {
        let new = try make()
        storage = new
        return new
      } catch {
        throw TransportUnavailable(cause: error)
      }
    }
    return try await transport.send(request, body: body, limits: limits)
  }
}

/// The error for a transport that could not be created, for example because a certificate file is
/// missing. No request was sent.
package struct TransportUnavailable: TerminalError {
  package let cause: any Error

  package init(cause: any Error) {
    self.cause = cause
  }

  package var reportedCause: (any Error)? { cause }
}
