public import HTTPTypes
public import OAuthCore
internal import Synchronization

/// A transport that holds every request back until it is let go, and counts them.
public final class GatedTransport: HTTPTransport {
  private struct State {
    var answer: HTTPAnswer
    var isOpen = false
    var requests = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
    var observers: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>

  /// A transport that gives this answer to every request, once it is open.
  public init(_ answer: HTTPAnswer) {
    state = Mutex(State(answer: answer))
  }

  /// How many requests have come.
  public var requests: Int { state.withLock { $0.requests } }

  /// Lets all requests go, now and from now on.
  public func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Returns when a request has come.
  public func firstRequest() async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.requests == 0 { state.observers.append(continuation) }
        return state.requests > 0
      }
      if isThere { continuation.resume() }
    }
  }

  /// Counts the request and answers it when the transport is open.
  public func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
    let observers = state.withLock { state in
      state.requests += 1
      defer { state.observers = [] }
      return state.observers
    }
    for continuation in observers { continuation.resume() }
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
    return state.withLock { $0.answer }
  }
}
