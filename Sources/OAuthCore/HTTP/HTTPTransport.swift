public import HTTPTypes

/// What moves a request to a server and brings back the answer: the one place where Pixy's clients touch the network.
///
/// Every implementation keeps these promises, and the suite `HTTPTransportCompatibility` in `OAuthTestSupport` checks
/// them: a redirect is answered, never followed; the time limit covers everything from the look-up of the name to the
/// answer's last octet; an answer over the size limit is an error, as is one that ends early; repeated header fields
/// arrive as often as they were sent, or joined by commas where the library does that (RFC 9110 §5.3); TLS certificates
/// are verified; cancelling the task ends the exchange.
public protocol HTTPTransport: Sendable {
  /// Sends a request and waits for the whole answer.
  /// - Parameters:
  ///   - request: the request with scheme, authority and path.
  ///   - body: the request's octets; may be empty.
  ///   - limits: how long and how much.
  /// - Throws: ``HTTPTransportError`` when no whole answer came; `CancellationError` when the task was cancelled.
  func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer
}

/// How long an exchange may take and how much the answer may hold.
public struct HTTPLimits: Sendable, Hashable {
  /// From the start of the request to the last octet of the answer.
  public var timeout: Duration
  /// The most octets that the answer's body may have, after any content coding was removed.
  public var answerOctets: Int

  /// Limits fit for OAuth endpoints, whose answers are small.
  ///
  /// - Parameters:
  ///   - timeout: for the whole exchange, more than 0. With 0 or less requests fail as
  ///     ``HTTPTransportError/Kind/timedOut``.
  ///   - answerOctets: the most that the body may have, 0 or more. With less than 0 every answer that has a body is too
  ///     large.
  public init(timeout: Duration = .seconds(30), answerOctets: Int = 1_048_576) {
    self.timeout = timeout
    self.answerOctets = answerOctets
  }
}

/// A whole answer.
public struct HTTPAnswer: Sendable, Hashable {
  /// Status and header fields.
  public var response: HTTPResponse
  /// The body's octets.
  public var body: [UInt8]

  /// An answer as a server or a test makes it.
  ///
  /// - Parameters:
  ///   - response: status and header fields.
  ///   - body: the body's octets; nothing checks them against a `Content-Length` among the fields.
  public init(_ response: HTTPResponse, body: [UInt8] = []) {
    self.response = response
    self.body = body
  }
}

extension HTTPAnswer: Redacted {
  /// The status and the body's length: fields and body may hold tokens.
  public var description: String { "\(response.status.code), \(body.count) octets" }
}
