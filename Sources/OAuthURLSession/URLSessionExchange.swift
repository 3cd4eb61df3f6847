internal import HTTPTypes
internal import OAuthCore
internal import Synchronization

/// One request on its way: what has come of its answer, and who waits for it. Its first end counts, whoever reports it.
final class URLSessionExchange: Sendable {
  private struct State {
    var response: HTTPResponse?
    var body: [UInt8] = []
    var waiting: CheckedContinuation<HTTPAnswer, any Error>?
    var outcome: Result<HTTPAnswer, any Error>?
  }

  private let state = Mutex(State())
  private let origin: String
  private let answerOctets: Int

  /// Nothing has come yet.
  init(origin: String, answerOctets: Int) {
    self.origin = origin
    self.answerOctets = answerOctets
  }

  /// The whole answer, when it is there.
  func answer() async throws -> HTTPAnswer {
    try await withCheckedThrowingContinuation { continuation in
      let outcome = state.withLock { state in
        if state.outcome == nil { state.waiting = continuation }
        return state.outcome
      }
      // It may have ended before anybody waited.
      if let outcome { continuation.resume(with: outcome) }
    }
  }

  /// Takes the head of the answer.
  ///
  /// - Parameters:
  ///   - response: status and fields; `nil` if it isn't HTTP.
  ///   - length: how many octets are announced, if that is known.
  /// - Returns: whether to go on.
  func begin(_ response: HTTPResponse?, announcing length: Int64?) -> Bool {
    guard let response else {
      end(.brokenAnswer)
      return false
    }
    guard length ?? 0 <= answerOctets else {
      end(.answerTooLarge)
      return false
    }
    return state.withLock { state in
      state.response = response
      return state.outcome == nil
    }
  }

  /// Takes some of the answer's octets.
  ///
  /// - Returns: whether to go on.
  func receive(_ octets: [UInt8]) -> Bool {
    let fits = state.withLock { state in
      guard state.body.count + octets.count <= answerOctets else { return false }
      state.body += octets
      return true
    }
    if !fits { end(.answerTooLarge) }
    return fits
  }

  /// The answer is whole.
  func end() {
    let answer = state.withLock { state in state.response.map { HTTPAnswer($0, body: state.body) } }
    finish(answer.map { .success($0) } ?? .failure(HTTPTransportError(.brokenAnswer, origin: origin)))
  }

  /// There will be no whole answer.
  func end(_ kind: HTTPTransportError.Kind, cause: String? = nil) {
    finish(.failure(HTTPTransportError(kind, origin: origin, cause: cause)))
  }

  /// Nobody wants the answer any more.
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
