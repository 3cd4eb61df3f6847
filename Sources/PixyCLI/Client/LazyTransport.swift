internal import HTTPTypes
internal import OAuthCore
internal import Synchronization

/// A transport that isn't made before the first request: most runs of `pixy token` send none, and networking and TLS take longer to set up
/// than all the rest.
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
        throw TransportNotMade(cause: error)
      }
    }
    return try await transport.send(request, body: body, limits: limits)
  }
}

/// A transport couldn't be made, because of a certificate file that is gone, for example: nobody was asked, so no server is to blame.
struct TransportNotMade: Error {
  let cause: any Error
}
