import HTTPTypes
import OAuthCore
import OAuthTestSupport
import OAuthURLSession
import Testing

@Suite struct URLSessionTransportTests {
  /// All checks except one. The last test of this suite describes the difference.
  private static let checks = HTTPTransportCompatibility.checks.filter {
    $0.description != "reports at once that the server does not speak TLS"
  }

  // Clients followed redirects of the token endpoint.
  @Test(arguments: checks)
  func `The transport fulfils all guarantees of HTTPTransport but one`(
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

  @Test func `A failed TLS handshake is an immediate error, which on Linux is the same as a broken response`()
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
  func `A scheme other than http or https is rejected`(_ scheme: String) async {
    let request = HTTPRequest(method: .get, scheme: scheme, authority: "127.0.0.1", path: "/")
    await expectRefused(request)
  }

  @Test func `An address that must be changed before it can be sent is rejected`() async {
    await expectRefused(HTTPRequest(method: .get, scheme: "https", authority: "127.0.0.1:1", path: "/a b"))
    await expectRefused(HTTPRequest(method: .get, scheme: "https", authority: "127.0.0.1:1", path: "a"))
    await expectRefused(HTTPRequest(method: .get, scheme: "https", authority: "", path: "/"))
  }

  @Test func `A GET with a body is rejected, because URLSession would not send it`() async {
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
