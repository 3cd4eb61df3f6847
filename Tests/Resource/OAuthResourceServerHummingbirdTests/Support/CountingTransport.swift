import HTTPTypes
import OAuthCore
import Synchronization

/// A transport that counts its requests.
final class CountingTransport: HTTPTransport {
  private let transport: any HTTPTransport
  private let sent = Mutex(0)

  init(_ transport: any HTTPTransport) {
    self.transport = transport
  }

  var count: Int { sent.withLock { $0 } }

  func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
    sent.withLock { $0 += 1 }
    return try await transport.send(request, body: body, limits: limits)
  }
}
