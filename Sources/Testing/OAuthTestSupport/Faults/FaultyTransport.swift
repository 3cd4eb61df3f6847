public import HTTPTypes
public import OAuthCore
internal import Synchronization

/// A transport that adds planned faults to another one, and counts its requests.
///
/// ```swift
/// let transport = FaultyTransport(InProcessTransport(server))
/// transport.fail(next: .droppedAfter, at: "/token")
/// // The server rotates the refresh token, and its answer is lost.
/// #expect(transport.requests(to: "/token") == 1 && transport.handled(at: "/token") == 1)
/// ```
///
/// Faults happen in the order in which they were planned. Requests without a planned fault pass
/// through. A path is compared with the end of the request's path, without the query.
public final class FaultyTransport: HTTPTransport {
  private struct Plan {
    let fault: Fault
    let matches: @Sendable (HTTPRequest) -> Bool
    var count: Int
  }

  private struct State {
    var plans: [Plan] = []
    var sentPaths: [String] = []
    var handled: [String] = []
    var faults = 0
  }

  private let transport: any HTTPTransport
  private let state = Mutex(State())

  /// Creates a transport around another one.
  ///
  /// - Parameter transport: The inner transport, for example an ``InProcessTransport``.
  public init(_ transport: any HTTPTransport) {
    self.transport = transport
  }

  /// Plans a fault for the next requests to a path.
  /// - Parameters:
  ///   - fault: The fault.
  ///   - path: The end of the path, such as `/token`. An empty string means every path.
  ///   - times: The number of requests that the fault affects, 1 or more. `Int.max` lasts until
  ///     ``heal()``.
  public func fail(next fault: Fault, at path: String, times: Int = 1) {
    fail(next: fault, times: times) { Self.path(of: $0).hasSuffix(path) }
  }

  /// Plans a fault for the next requests that match a condition.
  /// - Parameters:
  ///   - fault: The fault.
  ///   - times: The number of requests that the fault affects, 1 or more.
  ///   - matches: The condition. It runs under a lock and must not call this transport.
  public func fail(next fault: Fault, times: Int = 1, where matches: @escaping @Sendable (HTTPRequest) -> Bool) {
    guard times > 0 else { return }
    state.withLock { $0.plans.append(Plan(fault: fault, matches: matches, count: times)) }
  }

  /// Cancels all faults that didn't happen yet.
  public func heal() {
    state.withLock { $0.plans = [] }
  }

  /// The faults that didn't happen as often as planned. At the end of a test it should be empty.
  public var outstanding: [Fault] { state.withLock { $0.plans.map(\.fault) } }

  /// Returns the number of requests that were sent to a path, with and without faults.
  /// - Parameter path: The end of the path. An empty string means every path.
  public func requests(to path: String) -> Int {
    state.withLock { $0.sentPaths.count { $0.hasSuffix(path) } }
  }

  /// Returns the number of requests to a path that the server has answered, even if the client did
  /// not receive the answer.
  /// - Parameter path: The end of the path. An empty string means every path.
  public func handled(at path: String) -> Int {
    state.withLock { $0.handled.count { $0.hasSuffix(path) } }
  }

  /// Sends a request, with the fault that is planned for it.
  /// - Throws: The planned failure, the errors of the inner transport, and `CancellationError` if
  ///   the task is cancelled while a gate delays the request.
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

  /// Counts a request and takes the next plan for it.
  private func next(for request: HTTPRequest) -> (Fault, Int)? {
    state.withLock { state in
      state.sentPaths.append(Self.path(of: request))
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
