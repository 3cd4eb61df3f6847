import HTTPTypes
import OAuthCore
import Synchronization

/// A transport whose one answer waits until a test lets it through.
final class GatedTransport: HTTPTransport {
  private let answer: HTTPAnswer
  private let requests = Mutex(0)
  private let arrivals = AsyncStream.makeStream(of: Void.self)
  private let gate = AsyncStream.makeStream(of: Void.self)

  init(_ answer: HTTPAnswer) {
    self.answer = answer
  }

  var count: Int { requests.withLock { $0 } }

  /// Waits until a request is there.
  func reached() async {
    for await _ in arrivals.stream { return }
  }

  /// Lets the answer through.
  func open() {
    gate.continuation.finish()
  }

  func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
    requests.withLock { $0 += 1 }
    arrivals.continuation.yield()
    for await _ in gate.stream {}
    return answer
  }
}
