import Foundation
import HTTPTypes
import OAuth
import OAuthCore
import OAuthSessions
import OAuthTestSupport
import OAuthURLSession
import Synchronization
import Testing
import TokenStorage

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Requests of Foundation's type through a token session.
struct TokenSessionURLRequestTests {
  /// An API that accepts one access token, and a token endpoint that issues it.
  private final class API: HTTPTransport {
    struct Request {
      let head: HTTPRequest
      let body: [UInt8]
    }

    private let received = Mutex<[Request]>([])
    var requests: [Request] { received.withLock { $0 } }

    func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
      received.withLock { $0.append(Request(head: request, body: body)) }
      if request.authority == "login.example.com" {
        return HTTPAnswer(
          HTTPResponse(status: .ok, headerFields: [.contentType: "application/json"]),
          body: Array(#"{"access_token":"at-2","token_type":"Bearer","expires_in":3600}"#.utf8))
      }
      guard request.headerFields[.authorization] == "Bearer at-2" else {
        return HTTPAnswer(HTTPResponse(status: .unauthorized))
      }
      var answer = HTTPAnswer(HTTPResponse(status: .created), body: Array("hello".utf8))
      answer.response.headerFields.append(HTTPField(name: .vary, value: "<a>"))
      answer.response.headerFields.append(HTTPField(name: .vary, value: "<b>"))
      return answer
    }
  }

  private func session(_ api: API) async throws -> TokenSession {
    let server = AuthorizationServerMetadata(
      authorizationEndpoint: try Endpoint("https://login.example.com/authorize"),
      tokenEndpoint: try Endpoint("https://login.example.com/token"))
    let client = OAuthClient(id: "app", server: server, transport: api)
    let store = MemoryTokenStore()
    let account = try Account(provider: "https://login.example.com", name: "ada")
    store.save(
      StoredTokens(
        accessToken: Secret("at-1"), refreshToken: Secret("rt-1"), receivedAt: Date(), expiresIn: .seconds(3_600)),
      for: account)
    return TokenSession(
      account: account, client: client, store: store, origins: [try Endpoint("https://api.example.com")])
  }

  private func request(_ address: String) throws -> URLRequest {
    URLRequest(url: try #require(URL(string: address)))
  }

  @Test func `A request is sent with a token, again after a 401, and its response has Foundation's types`() async throws
  {
    let api = API()
    let session = try await session(api)
    var request = try request("https://api.example.com/notes?order=new%20first")
    request.httpMethod = "POST"
    request.httpBody = Data("a note".utf8)
    request.setValue("text/plain", forHTTPHeaderField: "Content-Type")
    request.setValue("Bearer stale", forHTTPHeaderField: "Authorization")
    let (data, response) = try await session.data(for: request)
    #expect(String(decoding: data, as: UTF8.self) == "hello")
    #expect(response.statusCode == 201 && response.url == request.url)
    #expect(response.value(forHTTPHeaderField: "Vary") == "<a>, <b>")
    #expect(api.requests.map(\.head.authority) == ["api.example.com", "login.example.com", "api.example.com"])
    let sent = try #require(api.requests.last)
    #expect(sent.head.method == .post && sent.head.path == "/notes?order=new%20first")
    #expect(sent.head.headerFields[.contentType] == "text/plain")
    #expect(sent.head.headerFields[.authorization] == "Bearer at-2")
    #expect(sent.body == Array("a note".utf8))
  }

  @Test func `A request for the app's own URLSession gets a token, and keeps everything else`() async throws {
    let api = API()
    let session = try await session(api)
    var request = try request("https://api.example.com")
    request.timeoutInterval = 7
    request.setValue("yes", forHTTPHeaderField: "X-Own")
    request.setValue("stale", forHTTPHeaderField: "DPoP")
    let authorized = try await session.authorize(request)
    #expect(authorized.value(forHTTPHeaderField: "Authorization") == "Bearer at-1")
    #expect(authorized.value(forHTTPHeaderField: "X-Own") == "yes")
    #expect(authorized.value(forHTTPHeaderField: "DPoP") == nil)
    #expect(authorized.timeoutInterval == 7 && authorized.url == request.url)
    #expect(api.requests.isEmpty)
  }

  @Test(arguments: [
    "https://other.example/notes", "https://api.example.com:444/", "https://api.example.com.evil.example/",
  ])
  func `A request to another origin gets no token`(_ address: String) async throws {
    let api = API()
    let session = try await session(api)
    let request = try request(address)
    let error = await #expect(throws: TokenSessionError.self) { try await session.data(for: request) }
    #expect(error?.code == "foreign_origin")
    await #expect(throws: TokenSessionError.self) { try await session.authorize(request) }
    #expect(api.requests.isEmpty)
  }

  @Test(arguments: ["http://api.example.com/", "https://ada@api.example.com/", "https://api.example.com/#a", "notes"])
  func `An address that can't receive a token is an error`(_ address: String) async throws {
    let api = API()
    let session = try await session(api)
    let request = try request(address)
    await #expect(throws: URIError.self) { try await session.data(for: request) }
    await #expect(throws: URIError.self) { try await session.authorize(request) }
    #expect(api.requests.isEmpty)
  }

  @Test func `A request that can't be sent unchanged is an error`() async throws {
    let api = API()
    let session = try await session(api)
    var stream = try request("https://api.example.com/")
    stream.httpBodyStream = InputStream(data: Data("a note".utf8))
    var method = try request("https://api.example.com/")
    method.httpMethod = "GET /"
    for request in [stream, method] {
      let error = await #expect(throws: HTTPTransportError.self) { try await session.data(for: request) }
      #expect(error?.kind == .invalidRequest)
    }
    #expect(api.requests.isEmpty)
  }
}
