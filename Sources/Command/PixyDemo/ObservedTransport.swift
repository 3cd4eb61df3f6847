internal import HTTPTypes
internal import OAuthCore
internal import Synchronization

/// A transport that adds its exchanges to the transcript once `show()` was called.
final class ObservedTransport: HTTPTransport {
  private let transport: any HTTPTransport
  private let transcript: Transcript
  private let isShowing = Mutex(false)

  init(_ transport: any HTTPTransport, transcript: Transcript) {
    self.transport = transport
    self.transcript = transcript
  }

  func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
    let answer = try await transport.send(request, body: body, limits: limits)
    if isShowing.withLock({ $0 }) { transcript.exchange(request, body, answer) }
    return answer
  }

  /// Starts to show exchanges.
  func show() {
    isShowing.withLock { $0 = true }
  }
}
