#if HUMMINGBIRD
internal import HTTPTypes
public import OAuthCore

/// The requirements of `HTTPTransport`, as checks that run against ``MisbehavingServer``.
///
/// To test a transport of your own, run each check in a test:
///
/// ```swift
/// @Test(arguments: HTTPTransportCompatibility.checks)
/// func `The transport is complete`(_ check: HTTPTransportCompatibility.Check) async throws {
///   let transport = AsyncHTTPClientTransport()  // your own transport
///   try await check.run(transport)
/// }
/// ```
public enum HTTPTransportCompatibility {
  /// One requirement.
  public struct Check: Sendable, CustomStringConvertible {
    /// The requirement in a few words: what the transport does.
    public let description: String
    private let body: @Sendable (any HTTPTransport, String) async throws -> Void

    init(_ description: String, _ body: @escaping @Sendable (any HTTPTransport, String) async throws -> Void) {
      self.description = description
      self.body = body
    }

    /// Checks the requirement.
    /// - Parameter transport: The transport. It may be new, or used by other checks before.
    /// - Throws: ``Violation`` if the transport doesn't meet the requirement.
    public func run(_ transport: any HTTPTransport) async throws {
      try await MisbehavingServer.whileRunning { origin in try await body(transport, origin) }
    }
  }

  /// The error of a requirement that isn't met.
  public struct Violation: Error {
    /// The observed behavior.
    public let description: String
  }

  /// All requirements.
  public static let checks: [Check] = [
    Check("sends method, path with query, fields and body, and returns the body") { transport, origin in
      var request = try get("/echo?a=b%20c", origin)
      request.method = .post
      request.headerFields[.contentType] = "application/x-www-form-urlencoded"
      let answer = try await transport.send(request, body: Array("code=1&x=%2B".utf8), limits: limits)
      let echo = String(decoding: answer.body, as: UTF8.self)
      try expect(echo.hasPrefix("POST /echo?a=b%20c HTTP/1.1\r\n"), "the request line is different")
      try expect(
        echo.lowercased().contains("content-type: application/x-www-form-urlencoded"), "the field did not arrive")
      try expect(echo.hasSuffix("\r\n\r\ncode=1&x=%2B"), "the body is different")
    },
    Check("returns a redirect and does not follow it") { transport, origin in
      var request = try get("/redirect", origin)
      request.method = .post
      let answer = try await transport.send(request, body: Array("code=1".utf8), limits: limits)
      try expect(answer.response.status.code == 307, "status \(answer.response.status.code)")
      try expect(answer.response.headerFields[.location] == "/echo", "no Location")
    },
    Check("keeps repeated fields, in order") { transport, origin in
      let answer = try await transport.send(get("/repeated", origin), body: [], limits: limits)
      let values = answer.response.headerFields[values: .wwwAuthenticate]
      // Values that are joined by commas mean the same (RFC 9110 §5.3).
      let joinedValues = values.joined(separator: ",").filter { $0 != " " }
      try expect(joinedValues == "Basic,Bearer", "\(values.count) values")
    },
    // Some servers and proxies compress in any case (RFC 9110 §12.5.3).
    Check("reads an answer that is compressed although the request didn't ask for it") { transport, origin in
      let answer = try await transport.send(get("/compressed", origin), body: [], limits: limits)
      let text = String(decoding: answer.body, as: UTF8.self)
      try expect(text == #"{"a":"aaaaaaaaaaaaaaaaaaaa"}"#, "the body is different")
    },
    Check("times out when no answer begins") { transport, origin in
      try await fails(with: .timedOut, transport, get("/hang", origin), HTTPLimits(timeout: .milliseconds(200)))
    },
    Check("times out when an answer does not end") { transport, origin in
      try await fails(with: .timedOut, transport, get("/slow-body", origin), HTTPLimits(timeout: .milliseconds(200)))
    },
    Check("rejects an answer whose announced length is over the limit") { transport, origin in
      try await fails(with: .answerTooLarge, transport, get("/large", origin), limits)
    },
    Check("rejects an answer that grows over the limit without announcing it") { transport, origin in
      try await fails(with: .answerTooLarge, transport, get("/large-chunked", origin), limits)
    },
    Check("rejects an answer that ends too early") { transport, origin in
      try await fails(with: .brokenAnswer, transport, get("/truncated", origin), limits)
    },
    Check("rejects an answer that is not HTTP") { transport, origin in
      try await fails(with: .brokenAnswer, transport, get("/garbage", origin), limits)
    },
    Check("reports that the connection ended without an answer") { transport, origin in
      try await fails(with: .brokenAnswer, transport, get("/close", origin), limits)
    },
    Check("reports at once that the server does not speak TLS") { transport, origin in
      let request = try get("/", "https" + origin.dropFirst("http".count))
      try await fails(with: .tlsFailed, transport, request, HTTPLimits(timeout: .seconds(30)))
    },
    Check("reports that no server listens") { transport, _ in
      try await fails(with: .connectionFailed, transport, get("/", "http://127.0.0.1:1"), limits)
    },
    Check("rejects a request without an address") { transport, _ in
      let request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: nil)
      try await fails(with: .invalidRequest, transport, request, limits)
    },
    Check("stops when its task is cancelled") { transport, origin in
      let request = try get("/hang", origin)
      let task = Task { try await transport.send(request, body: [], limits: HTTPLimits(timeout: .seconds(60))) }
      task.cancel()
      do {
        _ = try await task.value
        throw Violation(description: "an answer came")
      } catch is CancellationError {}
    },
    Check("works after a failure") { transport, origin in
      try await fails(with: .brokenAnswer, transport, get("/truncated", origin), limits)
      let answer = try await transport.send(get("/echo", origin), body: [], limits: limits)
      try expect(answer.response.status == .ok, "status \(answer.response.status.code)")
    },
  ]

  private static let limits = HTTPLimits(timeout: .seconds(60), answerBytes: 100_000)

  private static func get(_ path: String, _ origin: String) throws -> HTTPRequest {
    try Endpoint(origin + path).request(.get)
  }

  private static func expect(_ condition: Bool, _ otherwise: String) throws {
    guard condition else { throw Violation(description: otherwise) }
  }

  private static func fails(
    with kind: HTTPTransportError.Kind, _ transport: any HTTPTransport, _ request: HTTPRequest, _ limits: HTTPLimits
  ) async throws {
    do {
      let answer = try await transport.send(request, body: [], limits: limits)
      throw Violation(description: "an answer with status \(answer.response.status.code) came")
    } catch let error as HTTPTransportError {
      try expect(error.kind == kind, "\(error.kind.rawValue) instead of \(kind.rawValue)")
    }
  }
}

extension HTTPTransportCompatibility.Violation: ExplainedError {
  /// The facts of the error.
  public var facts: ErrorFacts {
    ErrorFacts(
      "transport_requirement_unmet", at: .configuration, .mistake, description,
      remedy: "Change the transport so that it meets the requirement.")
  }
}
#endif
