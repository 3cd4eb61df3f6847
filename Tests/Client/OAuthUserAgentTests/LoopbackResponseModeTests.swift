#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Crypto
import Evidence
import HTTPTypes
import OAuth
import OAuthAsyncHTTPClient
import OAuthCore
import OAuthTestSupport
import OAuthUserAgent
import Testing

@Suite(.covers("Form Post §2")) struct LoopbackResponseModeTests {
  private let transport = AsyncHTTPClientTransport()

  /// Signs in with a browser that does what the test does with the redirect URI and the state.
  private func signIn(
    _ mode: ResponseMode, visit: @escaping @Sendable (String, String) async throws -> Void
  ) async throws -> String {
    let client = OAuthClient(
      id: "app",
      server: AuthorizationServerMetadata(
        issuer: try Issuer("https://as.example"), authorizationEndpoint: try Endpoint("https://as.example/authorize"),
        tokenEndpoint: try Endpoint("https://as.example/token")),
      transport: transport, random: SeededRandomSource(seed: 3))
    let userAgent = LoopbackUserAgent(timeout: .seconds(300), browser: Browser(visit: visit), announce: { _ in })
    let code = try await userAgent.authorize { redirectURI in
      var request = AuthorizationRequest(redirectURI: redirectURI)
      request.responseMode = mode
      return try await client.begin(request)
    }
    return code.code.reveal()
  }

  private func send(
    _ method: HTTPRequest.Method, _ address: String, body: String = "",
    type: String = "application/x-www-form-urlencoded"
  ) async throws -> HTTPAnswer {
    var request = try Endpoint(address).request(method)
    request.headerFields[.contentType] = type
    return try await transport.send(request, body: Array(body.utf8), limits: HTTPLimits(timeout: .seconds(250)))
  }

  @Test(.covers("RP form_post: the Basic list by form_post"))
  func `A posted response gives its code, and malformed ones don't end the sign-in`() async throws {
    let code = try await signIn(.formPost) { redirectURI, state in
      let form = "code=c-1&state=\(state)"
      for answer in [
        try await send(.get, redirectURI + "?" + form),
        try await send(.post, redirectURI, body: form, type: "text/plain"),
        try await send(.post, redirectURI, body: "code=c-0&state=forged"),
        try await send(.post, redirectURI, body: form + "&x=" + String(repeating: "x", count: 70_000)),
      ] {
        #expect(answer.response.status == .badRequest)
      }
      let other = try await send(.put, redirectURI, body: form)
      #expect(other.response.status == .methodNotAllowed && other.response.headerFields[.allow] == "GET, HEAD, POST")
      let answer = try await send(
        .post, redirectURI, body: form, type: "application/x-www-form-urlencoded; charset=UTF-8")
      #expect(answer.response.status == .ok)
      #expect(String(decoding: answer.body, as: UTF8.self).contains("You are signed in"))
    }
    #expect(code == "c-1")
  }

  @Test func `A response in the fragment is passed on by the only script that the page may run`() async throws {
    let code = try await signIn(.fragment) { redirectURI, state in
      // A browser requests the page without the fragment.
      let page = try await send(.get, redirectURI)
      let html = String(decoding: page.body, as: UTF8.self)
      let start = try #require(html.firstRange(of: "<script>")).upperBound
      let end = try #require(html.firstRange(of: "</script>")).lowerBound
      let hash = Data(SHA256.hash(data: Array(html[start..<end].utf8))).base64EncodedString()
      #expect(page.response.headerFields[.contentSecurityPolicy]?.contains("script-src 'sha256-\(hash)'") == true)
      let answer = try await send(.get, redirectURI + "?code=c-2&state=\(state)")
      #expect(answer.response.status == .ok)
    }
    #expect(code == "c-2")
  }
}
