public import HTTPTypes
public import OAuthCore

/// A transport that delays all requests until a test opens it, and counts them.
public final class GatedTransport: HTTPTransport {
  private let answer: HTTPAnswer
  private let gate = Gate()

  /// Creates a closed transport.
  ///
  /// - Parameter answer: The answer to every request.
  public init(_ answer: HTTPAnswer) {
    self.answer = answer
  }

  /// The number of requests so far.
  public var requests: Int { gate.arrivals }

  /// Answers all requests that wait, and all later ones at once.
  public func open() {
    gate.open()
  }

  /// Returns when the first request has arrived.
  public func firstRequest() async {
    await gate.arrived()
  }

  /// Counts the request, and returns the answer when the transport is open.
  /// - Throws: `CancellationError` if the task is cancelled while it waits.
  public func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
    try await gate.pass()
    return answer
  }
}
