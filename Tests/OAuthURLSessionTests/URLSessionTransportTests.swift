import HTTPTypes
import OAuthCore
import OAuthTestSupport
import OAuthURLSession
import Testing

@Suite struct URLSessionTransportTests {
  /// Every promise but one, of which the last test says what is kept instead.
  private static let checks = HTTPTransportCompatibility.checks.filter {
    $0.description != "says so, and at once, when the other side speaks no TLS"
  }

  // LESSONS, Clients: redirects followed from the token endpoint.
  @Test(arguments: checks)
  func `The transport keeps every promise of HTTPTransport but one`(
    _ check: HTTPTransportCompatibility.Check
  ) async throws {
    try await check.run(URLSessionTransport())
  }

  @Test func `Repeated fields are joined by commas, which means the same, and none is lost`() async throws {
    #expect(HTTPTransportCompatibility.checks.count == Self.checks.count + 1)
    try await MisbehavingServer.whileRunning { origin in
      let request = try Endpoint(origin + "/repeated").request(.get)
      let answer = try await URLSessionTransport().send(request, body: [], limits: HTTPLimits())
      let challenges = try AuthenticateChallenge.read(answer)
      #expect(challenges.map { $0.scheme.lowercased() } == ["basic", "bearer"])
    }
  }

  @Test func `A TLS handshake that fails is an error at once; on Linux it can't be told from a broken answer`()
    async throws
  {
    try await MisbehavingServer.whileRunning { origin in
      let request = try Endpoint("https" + origin.dropFirst("http".count)).request(.get)
      let error = await #expect(throws: HTTPTransportError.self) {
        try await URLSessionTransport().send(request, body: [], limits: HTTPLimits(timeout: .seconds(30)))
      }
      #if os(Linux)
      #expect(error?.kind == .brokenAnswer)
      #else
      #expect(error?.kind == .tlsFailed)
      #endif
    }
  }
}

@Suite struct URLSessionTransportRequestTests {
  @Test(arguments: ["ftp", "file", "HTTPS", ""])
  func `A scheme that isn't http or https is refused`(_ scheme: String) async {
    let request = HTTPRequest(method: .get, scheme: scheme, authority: "127.0.0.1", path: "/")
    await expectRefused(request)
  }

  @Test func `An address that would have to be changed to be sent is refused`() async {
    await expectRefused(HTTPRequest(method: .get, scheme: "https", authority: "127.0.0.1:1", path: "/a b"))
    await expectRefused(HTTPRequest(method: .get, scheme: "https", authority: "127.0.0.1:1", path: "a"))
    await expectRefused(HTTPRequest(method: .get, scheme: "https", authority: "", path: "/"))
  }

  @Test func `A GET with a body is refused, because URLSession would not send it`() async {
    await expectRefused(
      HTTPRequest(method: .get, scheme: "http", authority: "127.0.0.1:1", path: "/"), body: [0x61])
  }

  private func expectRefused(_ request: HTTPRequest, body: [UInt8] = []) async {
    let error = await #expect(throws: HTTPTransportError.self) {
      try await URLSessionTransport().send(request, body: body, limits: HTTPLimits())
    }
    #expect(error?.kind == .invalidRequest)
  }
}
