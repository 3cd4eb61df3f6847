internal import HTTPTypes
internal import OAuthCore
internal import Synchronization

/// The transport of one request whose answer is read while it arrives.
///
/// It lets the session of an account handle the status: the body of a success stays in ``stream``, and
/// any other body is read whole.
final class StreamedExchange: HTTPTransport {
  private let transport: any HTTPStreaming
  private let isOver: @Sendable () -> Bool
  private let rejected: @Sendable (HTTPAnswer) async throws -> Void
  private let opened = Mutex<HTTPStream?>(nil)

  /// - Parameters:
  ///   - transport: The transport.
  ///   - isOver: Returns whether the token's lifetime is over by the clock.
  ///   - rejected: Receives an answer that rejects the token. Its error keeps the session from sending
  ///     another token.
  init(
    _ transport: any HTTPStreaming, isOver: @escaping @Sendable () -> Bool,
    rejected: @escaping @Sendable (HTTPAnswer) async throws -> Void
  ) {
    self.transport = transport
    self.isOver = isOver
    self.rejected = rejected
  }

  /// The stream of the last answer, if that is a success.
  var stream: HTTPStream? { opened.withLock { $0 } }

  func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
    opened.withLock { $0 = nil }
    let stream = try await transport.open(request, body: body)
    guard stream.response.status.kind != .successful else {
      opened.withLock { $0 = stream }
      return HTTPAnswer(stream.response)
    }
    let origin = "\(request.scheme ?? "")://\(request.authority ?? "")"
    let answer = HTTPAnswer(
      stream.response, body: try await stream.wholeBody(limit: limits.answerBytes, origin: origin))
    if answer.rejectsToken(ifOver: isOver) { try await rejected(answer) }
    return answer
  }
}

extension HTTPStream {
  /// Creates a stream of an answer that has arrived.
  init(_ answer: HTTPAnswer) {
    self.init(
      answer.response,
      body: AsyncThrowingStream<[UInt8], any Error> { parts in
        parts.yield(answer.body)
        parts.finish()
      })
  }
}
