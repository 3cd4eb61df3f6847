public import HTTPTypes
public import OAuthCore

/// A transport that holds every request back until it is let go, and counts them.
public final class GatedTransport: HTTPTransport {
  private let answer: HTTPAnswer
  private let gate = Gate()

  /// A transport that gives this answer to every request, once it is open.
  ///
  /// - Parameter answer: what each request gets.
  public init(_ answer: HTTPAnswer) {
    self.answer = answer
  }

  /// How many requests have come.
  public var requests: Int { gate.arrivals }

  /// Lets all requests go, now and from now on.
  public func open() {
    gate.open()
  }

  /// Returns when a request has come.
  public func firstRequest() async {
    await gate.arrived()
  }

  /// Counts the request and answers it when the transport is open.
  /// - Throws: `CancellationError` if the task is cancelled while it waits.
  public func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
    try await gate.pass()
    return answer
  }
}
