internal import HTTPTypes
internal import OAuthCore
internal import Synchronization

/// One running request: the received part of its response, and the caller that waits for it. Only
/// the first reported outcome counts.
final class URLSessionExchange: Sendable {
  private struct State {
    var response: HTTPResponse?
    var body: [UInt8] = []
    var waiting: CheckedContinuation<HTTPAnswer, any Error>?
    var outcome: Result<HTTPAnswer, any Error>?
  }

  private let state = Mutex(State())
  private let origin: String
  private let answerBytes: Int

  /// Creates an exchange without a response.
  init(origin: String, answerBytes: Int) {
    self.origin = origin
    self.answerBytes = answerBytes
  }

  /// Waits for the whole response.
  func answer() async throws -> HTTPAnswer {
    try await withCheckedThrowingContinuation { continuation in
      let outcome = state.withLock { state in
        if state.outcome == nil { state.waiting = continuation }
        return state.outcome
      }
      // The exchange may have ended before the call.
      if let outcome { continuation.resume(with: outcome) }
    }
  }

  /// Receives the head of the response.
  ///
  /// - Parameters:
  ///   - response: The status and fields; `nil` if the response isn't HTTP.
  ///   - length: The announced length of the body in bytes, if known.
  /// - Returns: Whether to continue.
  func begin(_ response: HTTPResponse?, announcing length: Int64?) -> Bool {
    guard let response else {
      end(.brokenAnswer)
      return false
    }
    guard length ?? 0 <= answerBytes else {
      end(.answerTooLarge)
      return false
    }
    return state.withLock { state in
      state.response = response
      return state.outcome == nil
    }
  }

  /// Receives a part of the response's body.
  ///
  /// - Returns: Whether to continue.
  func receive(_ bytes: [UInt8]) -> Bool {
    let fits = state.withLock { state in
      guard state.body.count + bytes.count <= answerBytes else { return false }
      state.body += bytes
      return true
    }
    if !fits { end(.answerTooLarge) }
    return fits
  }

  /// Ends the exchange with the whole response.
  func end() {
    let answer = state.withLock { state in state.response.map { HTTPAnswer($0, body: state.body) } }
    finish(answer.map { .success($0) } ?? .failure(HTTPTransportError(.brokenAnswer, origin: origin)))
  }

  /// Ends the exchange with an error.
  func end(_ kind: HTTPTransportError.Kind, cause: String? = nil) {
    finish(.failure(HTTPTransportError(kind, origin: origin, cause: cause)))
  }

  /// Ends the exchange because its caller was cancelled.
  func cancel() {
    finish(.failure(CancellationError()))
  }

  private func finish(_ outcome: Result<HTTPAnswer, any Error>) {
    let waiting = state.withLock { state -> CheckedContinuation<HTTPAnswer, any Error>? in
      guard state.outcome == nil else { return nil }
      state.outcome = outcome
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume(with: outcome)
  }
}
