public import HTTPTypes
public import OAuthCore

/// A fault of one HTTP exchange, for ``FaultyTransport``.
///
/// The most important property of a fault is whether the server has handled the request. After a
/// refresh with rotation the old token is used up then, although the client never received a new
/// one. The documentation of each fault says which it is. ``handled`` and ``unhandled`` return the
/// same fault with the other choice.
///
/// ```swift
/// transport.fail(next: .droppedAfter, at: "/token")
/// transport.fail(next: .serverError.handled, at: "/token")
/// transport.fail(next: .timedOutBefore.held(by: gate), at: "/token")
/// ```
public struct Fault: Sendable, CustomStringConvertible {
  /// A function that returns the answer. Its arguments are the request, the server's answer if it
  /// has handled the request, and a number that is different each time.
  public typealias Change = @Sendable (HTTPRequest, HTTPAnswer?, Int) -> HTTPAnswer

  enum Outcome: Sendable {
    /// The server's own answer.
    case passes
    case fails(HTTPTransportError.Kind, String)
    case answers(Change)
  }

  /// The fault in a few words.
  public let description: String
  /// Whether the server handles the request before the fault happens.
  public private(set) var reachesServer: Bool
  private(set) var gate: Gate?
  let outcome: Outcome

  init(_ description: String, reachesServer: Bool, _ outcome: Outcome) {
    self.description = description
    self.reachesServer = reachesServer
    self.outcome = outcome
  }

  /// Creates a fault whose answer is the result of a closure.
  /// - Parameters:
  ///   - description: The fault in a few words.
  ///   - reachesServer: Whether the server handles the request first.
  ///   - change: The closure that returns the answer.
  public init(_ description: String, reachesServer: Bool, _ change: @escaping Change) {
    self.init(description, reachesServer: reachesServer, .answers(change))
  }

  /// The same fault after the server has handled the request.
  public var handled: Fault { reaching(true) }

  /// The same fault without the server having seen the request.
  public var unhandled: Fault { reaching(false) }

  /// Returns the same fault, delayed until the test opens a gate.
  ///
  /// If the server handles the request, it does so before the delay.
  ///
  /// - Parameter gate: The gate, which replaces an earlier one of the fault.
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
