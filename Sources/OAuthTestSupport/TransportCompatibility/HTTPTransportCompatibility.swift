#if Hummingbird
internal import HTTPTypes
public import OAuthCore

/// What every `HTTPTransport` must do, as checks that run against ``MisbehavingServer``.
///
/// For whoever writes a transport: run each check in a test of its own.
///
/// ```swift
/// @Test(arguments: HTTPTransportCompatibility.checks)
/// func `The transport keeps its promises`(_ check: HTTPTransportCompatibility.Check) async throws {
///   try await check.run(MyTransport())
/// }
/// ```
public enum HTTPTransportCompatibility {
  /// One promise.
  public struct Check: Sendable, CustomStringConvertible {
    /// The promise as a sentence.
    public let description: String
    private let body: @Sendable (any HTTPTransport, String) async throws -> Void

    init(_ description: String, _ body: @escaping @Sendable (any HTTPTransport, String) async throws -> Void) {
      self.description = description
      self.body = body
    }

    /// Checks the promise.
    /// - Parameter transport: a fresh one, or one that other checks used: they don't depend on each other.
    /// - Throws: ``Violation`` if it isn't kept.
    public func run(_ transport: any HTTPTransport) async throws {
      try await MisbehavingServer.whileRunning { origin in try await body(transport, origin) }
    }
  }

  /// A promise that isn't kept.
  public struct Violation: Error, CustomStringConvertible {
    /// What was seen instead.
    public let description: String
  }

  /// All promises.
  public static let checks: [Check] = [
    Check("sends method, path with query, fields and body, and brings back the body") { transport, origin in
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
    Check("answers a redirect and does not follow it") { transport, origin in
      var request = try get("/redirect", origin)
      request.method = .post
      let answer = try await transport.send(request, body: Array("code=1".utf8), limits: limits)
      try expect(answer.response.status.code == 307, "status \(answer.response.status.code)")
      try expect(answer.response.headerFields[.location] == "/echo", "no Location")
    },
    Check("loses no repeated field, and keeps their order") { transport, origin in
      let answer = try await transport.send(get("/repeated", origin), body: [], limits: limits)
      let values = answer.response.headerFields[values: .wwwAuthenticate]
      // Joined by commas they mean the same (RFC 9110 §5.3).
      let joined = values.joined(separator: ",").filter { $0 != " " }
      try expect(joined == "Basic,Bearer", "\(values.count) values")
    },
    Check("gives up when no answer begins in time") { transport, origin in
      try await fails(with: .timedOut, transport, get("/hang", origin), HTTPLimits(timeout: .milliseconds(200)))
    },
    Check("gives up when an answer does not end in time") { transport, origin in
      try await fails(with: .timedOut, transport, get("/slow-body", origin), HTTPLimits(timeout: .milliseconds(200)))
    },
    Check("refuses an answer whose announced length is over the limit") { transport, origin in
      try await fails(with: .answerTooLarge, transport, get("/large", origin), limits)
    },
    Check("refuses an answer that grows over the limit without announcing it") { transport, origin in
      try await fails(with: .answerTooLarge, transport, get("/large-chunked", origin), limits)
    },
    Check("does not take half an answer for a whole one") { transport, origin in
      try await fails(with: .brokenAnswer, transport, get("/truncated", origin), limits)
    },
    Check("does not take what is no HTTP for an answer") { transport, origin in
      try await fails(with: .brokenAnswer, transport, get("/garbage", origin), limits)
    },
    Check("says so when the connection ends without an answer") { transport, origin in
      try await fails(with: .brokenAnswer, transport, get("/close", origin), limits)
    },
    Check("says so, and at once, when the other side speaks no TLS") { transport, origin in
      let request = try get("/", "https" + origin.dropFirst("http".count))
      try await fails(with: .tlsFailed, transport, request, HTTPLimits(timeout: .seconds(30)))
    },
    Check("says so when nobody listens") { transport, _ in
      try await fails(with: .connectionFailed, transport, get("/", "http://127.0.0.1:1"), limits)
    },
    Check("refuses a request without an address") { transport, _ in
      let request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: nil)
      try await fails(with: .invalidRequest, transport, request, limits)
    },
    Check("ends with its task") { transport, origin in
      let request = try get("/hang", origin)
      let task = Task { try await transport.send(request, body: [], limits: HTTPLimits(timeout: .seconds(60))) }
      task.cancel()
      do {
        _ = try await task.value
        throw Violation(description: "an answer came")
      } catch is CancellationError {}
    },
    Check("goes on working after a failure") { transport, origin in
      try await fails(with: .brokenAnswer, transport, get("/truncated", origin), limits)
      let answer = try await transport.send(get("/echo", origin), body: [], limits: limits)
      try expect(answer.response.status == .ok, "status \(answer.response.status.code)")
    },
  ]

  private static let limits = HTTPLimits(timeout: .seconds(60), answerOctets: 100_000)

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
#endif
