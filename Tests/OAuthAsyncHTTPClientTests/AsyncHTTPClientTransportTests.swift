internal import HTTPTypes
import OAuthAsyncHTTPClient
import OAuthCore
import OAuthTestSupport
import Testing

@Suite struct AsyncHTTPClientTransportTests {
  // Clients followed redirects of the token endpoint.
  @Test(arguments: HTTPTransportCompatibility.checks)
  func `The transport fulfils all guarantees of HTTPTransport`(_ check: HTTPTransportCompatibility.Check) async throws {
    try await check.run(AsyncHTTPClientTransport())
  }

  @Test func `Repeated fields arrive as often as they were sent`() async throws {
    try await MisbehavingServer.whileRunning { origin in
      let request = try Endpoint(origin + "/repeated").request(.get)
      let answer = try await AsyncHTTPClientTransport().send(request, body: [], limits: HTTPLimits())
      #expect(answer.response.headerFields[values: .wwwAuthenticate] == ["Basic", "Bearer"])
    }
  }
}
