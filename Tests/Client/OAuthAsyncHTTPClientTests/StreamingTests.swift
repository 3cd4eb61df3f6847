import HTTPTypes
import OAuthAsyncHTTPClient
import OAuthCore
import OAuthTestSupport
import Testing

/// Answers that are read while they arrive.
@Suite(.timeLimit(.minutes(60))) struct StreamingTests {
  private func open(_ path: String, at origin: String, _ transport: AsyncHTTPClientTransport) async throws -> HTTPStream
  {
    try await transport.open(try Endpoint(origin + path).request(.get), body: [])
  }

  @Test func `A part is read before the rest has arrived`() async throws {
    try await MisbehavingServer.whileRunning { origin in
      let stream = try await open("/slow-body", at: origin, AsyncHTTPClientTransport())
      #expect(stream.response.status == .ok)
      var first: [UInt8] = []
      for try await part in stream.body {
        first += part
        if first.count == 5 { break }
      }
      #expect(first == Array("12345".utf8))
    }
  }

  // A connection pool allows eight connections to a server. The ninth call would wait for a stream's end.
  @Test func `Many streams of one server are open at the same time`() async throws {
    try await MisbehavingServer.whileRunning { origin in
      let transport = AsyncHTTPClientTransport()
      var streams: [HTTPStream] = []
      for _ in 0..<40 { streams.append(try await open("/slow-body", at: origin, transport)) }
      #expect(streams.count == 40)
    }
  }

  @Test func `A redirect is an answer`() async throws {
    try await MisbehavingServer.whileRunning { origin in
      let stream = try await open("/redirect", at: origin, AsyncHTTPClientTransport())
      #expect(stream.response.status == .temporaryRedirect)
    }
  }

  @Test(arguments: [("/truncated", HTTPTransportError.Kind.brokenAnswer), ("/large-chunked", .answerTooLarge)])
  func `A body that breaks off or is too large is an error`(
    _ path: String, _ kind: HTTPTransportError.Kind
  ) async throws {
    try await MisbehavingServer.whileRunning { origin in
      let stream = try await open(path, at: origin, AsyncHTTPClientTransport())
      let error = await #expect(throws: HTTPTransportError.self) {
        try await stream.wholeBody(limit: 100_000, origin: origin)
      }
      #expect(error?.kind == kind && error?.origin == origin)
    }
  }

  @Test(arguments: ["/garbage", "/close"])
  func `A server that doesn't answer is an error`(_ path: String) async throws {
    try await MisbehavingServer.whileRunning { origin in
      _ = await #expect(throws: HTTPTransportError.self) {
        try await open(path, at: origin, AsyncHTTPClientTransport())
      }
    }
  }

  @Test func `Cancelling the task ends the exchange`() async throws {
    try await MisbehavingServer.whileRunning { origin in
      let transport = AsyncHTTPClientTransport()
      for path in ["/hang", "/slow-body"] {
        let task = Task {
          let stream = try await open(path, at: origin, transport)
          return try await stream.wholeBody(limit: 100, origin: origin)
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
      }
    }
  }
}
