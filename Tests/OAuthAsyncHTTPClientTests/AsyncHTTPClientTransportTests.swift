internal import HTTPTypes
import OAuthAsyncHTTPClient
import OAuthCore
import OAuthTestSupport
import Testing

@Suite struct AsyncHTTPClientTransportTests {
  // LESSONS, Clients: redirects followed from the token endpoint.
  @Test(arguments: HTTPTransportCompatibility.checks)
  func `The transport keeps every promise of HTTPTransport`(_ check: HTTPTransportCompatibility.Check) async throws {
    try await check.run(AsyncHTTPClientTransport())
  }
}
