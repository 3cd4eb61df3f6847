import HTTPTypes
import OAuthCore
import OAuthTestSupport
import Synchronization

/// A transport that answers each path in the way of a test.
final class AnsweringTransport: HTTPTransport {
  private let answer: @Sendable (String) throws -> HTTPAnswer

  init(_ answer: @escaping @Sendable (String) throws -> HTTPAnswer) {
    self.answer = answer
  }

  func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
    try answer(String((request.path ?? "").prefix { $0 != "?" }))
  }
}

/// A text that a test changes.
final class Box: Sendable {
  private let text = Mutex("")

  var value: String {
    get { text.withLock { $0 } }
    set { text.withLock { $0 = newValue } }
  }
}
