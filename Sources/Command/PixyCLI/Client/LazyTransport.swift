internal import HTTPTypes
internal import OAuthCore
internal import Synchronization

/// A transport that is created with the first request.
///
/// Most runs of `pixy token` send none, and setting up networking and TLS takes longer than
/// everything else.
final class LazyTransport: HTTPTransport {
  private let made = Mutex<(any HTTPTransport)?>(nil)
  private let make: @Sendable () throws -> any HTTPTransport

  init(_ make: @escaping @Sendable () throws -> any HTTPTransport) {
    self.make = make
  }

  func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
    let transport = try made.withLock { made in
      if let made { return made }
      do {
        let new = try make()
        made = new
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
struct TransportUnavailable: Error {
  let cause: any Error
}
