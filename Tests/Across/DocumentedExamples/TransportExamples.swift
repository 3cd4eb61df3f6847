import Foundation
import HTTPTypes
import OAuth
import OAuthAsyncHTTPClient
import OAuthCore
import OAuthSessions
import OAuthURLSession

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

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

/// Reaches servers through a proxy.
func reachServersThroughAProxy() throws -> AsyncHTTPClientTransport {
  let proxy = try HTTPProxy("http://proxy.example.com:3128", exceptions: ["intranet.example.com"])
  let transport = try AsyncHTTPClientTransport(proxy: proxy)
  return transport
}

/// Reaches servers through the proxy that the environment names.
func reachServersThroughTheProxyOfTheEnvironment() throws -> AsyncHTTPClientTransport {
  let proxy = try HTTPProxy.named(in: ProcessInfo.processInfo.environment)
  let transport = try AsyncHTTPClientTransport(proxy: proxy)
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

/// Sends a request of Foundation's type through a session.
func sendAURLRequest(_ session: TokenSession, to address: URL) async throws -> (Data, Int) {
  let (data, response) = try await session.data(for: URLRequest(url: address))
  return (data, response.statusCode)
}

/// Adds a token to a request that the program sends itself.
func authorizeAURLRequest(_ session: TokenSession, to address: URL) async throws -> URLRequest {
  let request = try await session.authorize(URLRequest(url: address))
  return request
}
