package import HTTPTypes
package import OAuthCore
internal import Synchronization

/// A transport that compares this machine's clock with the clock of the server that answered last. It changes no
/// exchange.
package final class ClockWatch: HTTPTransport {
  private let transport: any HTTPTransport
  private let clock: WallClock
  private let last = Mutex<ServerClock?>(nil)

  package init(_ transport: any HTTPTransport, clock: WallClock = .system) {
    (self.transport, self.clock) = (transport, clock)
  }

  /// The comparison with the last server that sent its time; `nil` if none has.
  package var serverClock: ServerClock? { last.withLock { $0 } }

  package func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
    let start = clock.now()
    let answer = try await transport.send(request, body: body, limits: limits)
    if let serverClock = ServerClock(date: answer.response.headerFields[.date], sent: start, received: clock.now()) {
      last.withLock { $0 = serverClock }
    }
    return answer
  }
}
