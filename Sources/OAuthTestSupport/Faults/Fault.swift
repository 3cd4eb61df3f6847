public import HTTPTypes
public import OAuthCore

/// One way in which an exchange goes wrong, for ``FaultyTransport``.
///
/// What matters most about a fault is whether the server has done what it was asked for: after a refresh with rotation the
/// old token is spent then, although the client never heard of a new one. Each fault says which it is, and ``handled`` and
/// ``unhandled`` give the same fault the other way round.
///
/// ```swift
/// transport.fail(next: .droppedAfter, at: "/token")
/// transport.fail(next: .serverError.handled, at: "/token")
/// transport.fail(next: .timedOutBefore.held(by: gate), at: "/token")
/// ```
public struct Fault: Sendable, CustomStringConvertible {
  /// Makes the answer out of the request, the server's own answer (if it has handled the request), and a number that is
  /// never the same twice.
  public typealias Change = @Sendable (HTTPRequest, HTTPAnswer?, Int) -> HTTPAnswer

  enum Outcome: Sendable {
    /// What the server answers.
    case passes
    case fails(HTTPTransportError.Kind, String)
    case answers(Change)
  }

  /// What happens, in a few words.
  public let description: String
  /// Whether the server sees the request, and does what it asks for, before it goes wrong.
  public private(set) var reachesServer: Bool
  private(set) var gate: Gate?
  let outcome: Outcome

  init(_ description: String, reachesServer: Bool, _ outcome: Outcome) {
    self.description = description
    self.reachesServer = reachesServer
    self.outcome = outcome
  }

  /// A fault of a test's own: the answer is whatever the closure makes.
  /// - Parameters:
  ///   - description: what happens, in a few words.
  ///   - reachesServer: whether the server handles the request first.
  ///   - change: makes the answer.
  public init(_ description: String, reachesServer: Bool, _ change: @escaping Change) {
    self.init(description, reachesServer: reachesServer, .answers(change))
  }

  /// The same, after the server has done what it was asked for.
  public var handled: Fault { reaching(true) }

  /// The same, without the server having seen the request.
  public var unhandled: Fault { reaching(false) }

  /// The same, but not before the test opens the gate. A server that sees the request has handled it by then.
  ///
  /// - Parameter gate: opened by the test; a gate that it had before doesn't hold any more.
  public func held(by gate: Gate) -> Fault {
    var fault = self
    fault.gate = gate
    return fault
  }

  private func reaching(_ reachesServer: Bool) -> Fault {
    var fault = self
    fault.reachesServer = reachesServer
    return fault
  }
}
