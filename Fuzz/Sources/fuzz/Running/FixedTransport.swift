import Dispatch
import HTTPTypes
import OAuthCore
import Synchronization

/// A transport that returns the same answer to every request, immediately.
struct FixedTransport: HTTPTransport {
  var answer = HTTPAnswer(HTTPResponse(status: .serviceUnavailable))

  func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
    answer
  }
}

/// The result of a task, for a thread that waits for it: libFuzzer calls its targets on a thread
/// that isn't Swift's.
final class Awaited<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)
  private let done = DispatchSemaphore(value: 0)

  static func value(_ work: @escaping @Sendable () async -> Value) -> Value? {
    let awaited = Awaited()
    Task.detached {
      let value = await work()
      awaited.value.withLock { $0 = value }
      awaited.done.signal()
    }
    awaited.done.wait()
    return awaited.value.withLock { $0 }
  }
}
