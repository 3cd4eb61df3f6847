import HTTPTypes
import OAuthAsyncHTTPClient
import OAuthCore
import OAuthURLSession

#if AsyncHTTPClient
/// Sends a request with AsyncHTTPClient.
func sendWithAsyncHTTPClient() async throws -> HTTPAnswer {
  let transport = AsyncHTTPClientTransport()
  let request = try Endpoint("https://login.example.com/jwks").request(.get)
  let answer = try await transport.send(request, body: [], limits: HTTPLimits())
  return answer
}

/// Shows a client certificate to each server that asks for one.
func showACertificate(chainPEM: String, keyPEM: String) throws -> AsyncHTTPClientTransport {
  let certificate = try ClientCertificate(certificates: chainPEM, privateKey: Secret(keyPEM))
  let transport = try AsyncHTTPClientTransport(clientCertificate: certificate)
  return transport
}
#endif

/// Sends a request with URLSession.
func sendWithURLSession() async throws -> HTTPAnswer {
  let transport = URLSessionTransport()
  let request = try Endpoint("https://login.example.com/jwks").request(.get)
  let answer = try await transport.send(request, body: [], limits: HTTPLimits())
  return answer
}
