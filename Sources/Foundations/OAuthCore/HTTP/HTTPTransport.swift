public import HTTPTypes

/// An HTTP client that sends a request and returns the whole response. Pixy's clients access the
/// network only through a transport.
///
/// Every implementation guarantees the following. The suite `HTTPTransportCompatibility` in
/// `OAuthTestSupport` checks it.
///
/// - Redirects are returned as responses and never followed.
/// - The timeout covers the whole exchange, from the name look-up to the last byte of the response.
/// - A response over the size limit is an error, and so is one that ends early.
/// - Repeated header fields arrive as often as they were sent, or joined by commas if the library
///   does that (RFC 9110 §5.3).
/// - The codings gzip and deflate are removed (RFC 9110 §8.4.1), unless the request asks for codings.
/// - TLS certificates are verified.
/// - Cancelling the task ends the exchange.
public protocol HTTPTransport: Sendable {
  /// Sends a request and waits for the whole response.
  /// - Parameters:
  ///   - request: The request with scheme, authority and path.
  ///   - body: The request's bytes; may be empty.
  ///   - limits: The timeout and the largest accepted body.
  /// - Throws: ``HTTPTransportError`` if no whole response arrived; `CancellationError` if the task
  ///   was cancelled.
  func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer
}

/// The limits of one HTTP exchange: its duration and the size of the response.
public struct HTTPLimits: Sendable, Hashable {
  /// The longest time from the start of the request to the last byte of the response.
  public var timeout: Duration
  /// The largest accepted size of the response's body in bytes, after any content coding was
  /// removed.
  public var answerBytes: Int
  /// Whether the request may go only to a public IP address, whatever the server's name resolves to.
  ///
  /// A server sets it for addresses that strangers chose. A transport checks the address before it
  /// connects, and connects to the address that it checked. One that can't rejects such requests with
  /// ``HTTPTransportError/Kind/invalidRequest``. A transport with a proxy leaves the check to the
  /// proxy. Default: `false`.
  public var reachesPublicAddressesOnly = false

  /// Creates limits that suit OAuth endpoints, whose responses are small.
  ///
  /// - Parameters:
  ///   - timeout: The limit of the whole exchange, more than 0. With 0 or less, requests fail with
  ///     ``HTTPTransportError/Kind/timedOut``. Default: 30 seconds.
  ///   - answerBytes: The largest size of the body in bytes, 0 or more. With less than 0, every
  ///     response with a body is too large. Default: 1 MiB.
  public init(timeout: Duration = .seconds(30), answerBytes: Int = 1_048_576) {
    self.timeout = timeout
    self.answerBytes = answerBytes
  }
}

/// A whole HTTP response with its body.
public struct HTTPAnswer: Sendable, Hashable {
  /// The status and the header fields.
  public var response: HTTPResponse
  /// The bytes of the body.
  public var body: [UInt8]

  /// Creates a response, for a server or a test.
  ///
  /// - Parameters:
  ///   - response: The status and the header fields.
  ///   - body: The bytes of the body. They are not checked against a `Content-Length` field.
  public init(_ response: HTTPResponse, body: [UInt8] = []) {
    self.response = response
    self.body = body
  }
}

extension HTTPAnswer: Redacted {
  /// The status and the body's length: fields and body may hold tokens.
  public var description: String { "\(response.status.code), \(body.count) bytes" }
}
