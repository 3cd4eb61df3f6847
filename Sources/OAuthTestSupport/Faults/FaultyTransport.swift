public import HTTPTypes
public import OAuthCore
internal import Synchronization

/// A transport around another one that misbehaves when a test asks for it, and counts.
///
/// ```swift
/// let transport = FaultyTransport(InProcessTransport(server))
/// transport.fail(next: .droppedAfter, at: "/token")
/// // … the server spends the refresh token, and the client never hears of the new one.
/// #expect(transport.requests(to: "/token") == 1 && transport.handled(at: "/token") == 1)
/// ```
///
/// Faults are used in the order in which they were planned; requests that none is planned for go through. Paths are compared
/// with the end of a request's path, without its query.
public final class FaultyTransport: HTTPTransport {
  private struct Plan {
    let fault: Fault
    let matches: @Sendable (HTTPRequest) -> Bool
    var count: Int
  }

  private struct State {
    var plans: [Plan] = []
    var sent: [String] = []
    var handled: [String] = []
    var faults = 0
  }

  private let transport: any HTTPTransport
  private let state = Mutex(State())

  /// Gives everything that isn't planned otherwise to another transport.
  ///
  /// - Parameter transport: what requests go to, for example an ``InProcessTransport``.
  public init(_ transport: any HTTPTransport) {
    self.transport = transport
  }

  /// Plans a fault for the next requests to a path.
  /// - Parameters:
  ///   - fault: what happens to them.
  ///   - path: how the path ends, such as `/token`; an empty text is every path.
  ///   - times: for how many requests, one or more; `Int.max` until ``heal()``.
  public func fail(next fault: Fault, at path: String, times: Int = 1) {
    fail(next: fault, times: times) { Self.path(of: $0).hasSuffix(path) }
  }

  /// Plans a fault for the next requests that a test picks out.
  /// - Parameters:
  ///   - fault: what happens to them.
  ///   - times: for how many requests, one or more.
  ///   - matches: whether a request is one of them; it runs under a lock and must not call this transport.
  public func fail(next fault: Fault, times: Int = 1, where matches: @escaping @Sendable (HTTPRequest) -> Bool) {
    guard times > 0 else { return }
    state.withLock { $0.plans.append(Plan(fault: fault, matches: matches, count: times)) }
  }

  /// Forgets all that was planned and didn't happen yet.
  public func heal() {
    state.withLock { $0.plans = [] }
  }

  /// The faults that are planned and didn't happen as often as they were asked for. A test that expects a fault to happen
  /// should find none at its end.
  public var outstanding: [Fault] { state.withLock { $0.plans.map(\.fault) } }

  /// How many requests to a path were sent, whatever became of them.
  /// - Parameter path: how the path ends; an empty text is every path.
  public func requests(to path: String) -> Int {
    state.withLock { $0.sent.count { $0.hasSuffix(path) } }
  }

  /// How many requests to a path the server has answered, whether anyone heard it or not.
  /// - Parameter path: how the path ends; an empty text is every path.
  public func handled(at path: String) -> Int {
    state.withLock { $0.handled.count { $0.hasSuffix(path) } }
  }

  /// Sends a request, or does what was planned for it.
  /// - Throws: the planned failure; what the transport inside throws; `CancellationError` if the task is cancelled while it
  ///   is held.
  public func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
    guard let (fault, number) = next(for: request) else { return try await handle(request, body, limits) }
    let answer = fault.reachesServer ? try await handle(request, body, limits) : nil
    try await fault.gate?.pass()
    switch fault.outcome {
    case .passes:
      if let answer { return answer }
      return try await handle(request, body, limits)
    case .fails(let kind, let cause):
      let origin = "\(request.scheme ?? "")://\(request.authority ?? "")"
      throw HTTPTransportError(kind, origin: origin, cause: cause)
    case .answers(let change):
      return change(request, answer, number)
    }
  }

  private func handle(_ request: HTTPRequest, _ body: [UInt8], _ limits: HTTPLimits) async throws -> HTTPAnswer {
    let answer = try await transport.send(request, body: body, limits: limits)
    state.withLock { $0.handled.append(Self.path(of: request)) }
    return answer
  }

  /// Counts a request, and takes what is planned for it.
  private func next(for request: HTTPRequest) -> (Fault, Int)? {
    state.withLock { state in
      state.sent.append(Self.path(of: request))
      guard let index = state.plans.firstIndex(where: { $0.matches(request) }) else { return nil }
      let fault = state.plans[index].fault
      state.plans[index].count -= 1
      if state.plans[index].count == 0 { state.plans.remove(at: index) }
      state.faults += 1
      return (fault, state.faults)
    }
  }

  private static func path(of request: HTTPRequest) -> String {
    let path = request.path ?? ""
    return String(path.prefix { $0 != "?" })
  }
}
