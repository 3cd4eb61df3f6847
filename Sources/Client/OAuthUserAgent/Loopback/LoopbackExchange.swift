#if LOOPBACK
internal import HTTPTypes
internal import Logging
internal import OAuth
internal import OAuthCore
internal import Synchronization

/// The state of one sign-in at the listener. It selects the page for each request and keeps the
/// authorization code.
final class LoopbackExchange: Sendable {
  private struct State: ~Copyable {
    var attempt: AuthorizationAttempt?
    var code: AuthorizationCode?
    var failure: CallbackError?
    var isOver = false
    /// The codes of the errors that were reported.
    var reportedErrors: Set<String> = []
  }

  private let state = Mutex(State())
  private let over: AsyncStream<Void>
  private let end: AsyncStream<Void>.Continuation

  private let logger: Logger

  init(logger: Logger) {
    self.logger = logger
    (over, end) = AsyncStream.makeStream()
  }

  /// Accepts responses to this attempt from now on.
  func expect(_ attempt: AuthorizationAttempt) {
    state.withLock { $0.attempt = attempt }
  }

  /// Returns when the attempt has received its response, or when the task is cancelled.
  func waitUntilOver() async {
    for await _ in over {}
  }

  /// Returns the authorization code of the response. Only the first call gets it.
  func takeCode() throws -> AuthorizationCode {
    try state.withLock { state in
      if let failure = state.failure { throw failure }
      guard let code = state.code.take() else { throw CancellationError() }
      return code
    }
  }

  /// Ends ``waitUntilOver()`` if the attempt has received its response. Called after the page was
  /// sent.
  func finishIfOver() {
    if state.withLock({ $0.isOver }) { end.finish() }
  }

  /// Returns the page for a request.
  func page(for request: HTTPRequest, body: [UInt8]? = nil) -> LoopbackPage {
    guard let attempt = state.withLock({ $0.attempt }) else { return .notFound }
    // Another host name for this address means that a web page has its own name resolve to it (DNS
    // rebinding).
    guard request.authority == attempt.redirectURI.authority else { return .notFound }
    guard let target = request.path, target.prefix(while: { $0 != "?" }) == attempt.redirectURI.path
    else { return .notFound }
    let posts = attempt.responseMode?.carrier == .form
    guard request.method == .get || request.method == .head || (posts && request.method == .post)
    else { return posts ? .methodNotAllowedWithPost : .methodNotAllowed }
    // A prefetch must not use up the response, which the user's own visit delivers.
    guard request.method != .head else { return .waiting }
    guard !request.headerFields.isSpeculative else { return .tooEarly }
    do {
      let callback: AuthorizationCallback
      switch attempt.responseMode?.carrier {
      case .form where request.method == .post:
        guard request.headerFields.mediaType == MediaType.form, let body else { return .notThisSignIn }
        callback = try AuthorizationCallback(formBody: body)
      case .fragment:
        // Browsers don't send the fragment. The page's script sends it as a query.
        guard let query = target.firstIndex(of: "?") else { return .fragmentRelay }
        callback = try AuthorizationCallback(
          url: "http://\(attempt.redirectURI.authority)\(target[..<query])#\(target[target.index(after: query)...])")
      default:
        callback = try AuthorizationCallback(url: "http://\(attempt.redirectURI.authority)\(target)")
      }
      try receive(callback)
      return .signedIn
    } catch {
      if error.leavesWaiting {
        reportForeign(error)
        return .notThisSignIn
      }
      return error == .alreadyCompleted ? .alreadyCompleted : .notSignedIn
    }
  }

  /// Reports a response that the sign-in doesn't accept, so that the user knows why the sign-in still
  /// waits. Each reason is reported once, because any web page can send requests here.
  private func reportForeign(_ error: CallbackError) {
    guard state.withLock({ $0.reportedErrors.insert(error.code).inserted }) else { return }
    logger.notice(
      "A response arrived in the browser and was not accepted. \(error.explanation) This sign-in is still waiting.")
  }

  /// Processes a response, from the listener or from the user. The first valid response ends the
  /// wait, and so does the first error response.
  func receive(_ callback: AuthorizationCallback) throws(CallbackError) {
    // No valid response can exist before the attempt has begun, because its `state` is unknown
    // until then.
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
