#if Loopback
internal import HTTPTypes
internal import OAuth
internal import OAuthCore
internal import Synchronization

/// What the requests to the listener lead to: decides each one's page, and keeps the code when it comes.
final class LoopbackExchange: Sendable {
  private struct State: ~Copyable {
    var attempt: AuthorizationAttempt?
    var code: AuthorizationCode?
    var failure: CallbackError?
    var isOver = false
  }

  private let state = Mutex(State())
  private let over: AsyncStream<Void>
  private let end: AsyncStream<Void>.Continuation

  init() {
    (over, end) = AsyncStream.makeStream()
  }

  /// From now on answers to this attempt are accepted.
  func expect(_ attempt: AuthorizationAttempt) {
    state.withLock { $0.attempt = attempt }
  }

  /// Returns when the attempt has had its answer, or the task is cancelled.
  func waitUntilOver() async {
    for await _ in over {}
  }

  /// The code of the answer that came; the first call gets it.
  func takeCode() throws -> AuthorizationCode {
    try state.withLock { state in
      if let failure = state.failure { throw failure }
      guard let code = state.code.take() else { throw CancellationError() }
      return code
    }
  }

  /// Lets ``waitUntilOver()`` return, if the attempt has had its answer. Called after the page was sent.
  func finishIfOver() {
    if state.withLock({ $0.isOver }) { end.finish() }
  }

  /// The page for a request.
  func page(for request: HTTPRequest, body: [UInt8]? = nil) -> LoopbackPage {
    guard let attempt = state.withLock({ $0.attempt }) else { return .notFound }
    // Another name for this address means that some web page had its own name resolved to it (DNS rebinding).
    guard request.authority == attempt.redirectURI.authority else { return .notFound }
    guard let target = request.path, target.prefix(while: { $0 != "?" }) == attempt.redirectURI.path
    else { return .notFound }
    let posts = attempt.responseMode?.carrier == .form
    guard request.method == .get || request.method == .head || (posts && request.method == .post)
    else { return posts ? .methodNotAllowedWithPost : .methodNotAllowed }
    // A prefetch must not use up the answer that the person's own visit brings.
    guard request.method != .head else { return .waiting }
    do {
      let callback: AuthorizationCallback
      switch attempt.responseMode?.carrier {
      case .form where request.method == .post:
        guard request.headerFields.mediaType == MediaType.form, let body else { return .notThisSignIn }
        callback = try AuthorizationCallback(formBody: body)
      case .fragment:
        // A browser keeps the fragment to itself; the page sends it back as a query.
        guard let query = target.firstIndex(of: "?") else { return .fragmentRelay }
        callback = try AuthorizationCallback(
          url: "http://\(attempt.redirectURI.authority)\(target[..<query])#\(target[target.index(after: query)...])")
      default:
        callback = try AuthorizationCallback(url: "http://\(attempt.redirectURI.authority)\(target)")
      }
      try receive(callback)
      return .signedIn
    } catch {
      if error.leavesWaiting { return .notThisSignIn }
      return error == .alreadyCompleted ? .alreadyCompleted : .notSignedIn
    }
  }

  /// Takes an answer, whichever way it came; the first right one ends the wait, and so does the first refusal.
  func receive(_ callback: AuthorizationCallback) throws(CallbackError) {
    // Nobody knows its `state` before it has begun.
    guard let attempt = state.withLock({ $0.attempt }) else { throw .foreignState }
    do {
      try state.withLock { state throws(CallbackError) in
        state.code = try attempt.receive(callback)
        state.isOver = true
      }
    } catch {
      if !error.leavesWaiting, error != .alreadyCompleted {
        state.withLock { state in
          state.failure = error
          state.isOver = true
        }
      }
      throw error
    }
  }
}
#endif
