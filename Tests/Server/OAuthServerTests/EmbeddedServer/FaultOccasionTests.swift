import HTTPTypes
import OAuth
import OAuthCore
import OAuthLookAlikes
import OAuthServer
import OAuthTestSupport
import Synchronization
import Testing

/// The conditions under which a planned fault happens or waits for another request.
@Suite(.timeLimit(.minutes(60))) struct FaultOccasionTests {
  private static let authorization =
    "/authorize?response_type=code&client_id=app&scope=profile&code_challenge_method=S256"
    + "&redirect_uri=http%3A%2F%2F127.0.0.1%3A49152%2Fcallback&code_challenge=" + String(repeating: "A", count: 43)

  private static func get(_ path: String, _ fields: HTTPFields = [:]) -> HTTPRequest {
    HTTPRequest(method: .get, scheme: "https", authority: "login.test", path: path, headerFields: fields)
  }

  // RFC 9449 §8: the server rejects an expired nonce before it changes anything.
  @Test func `An answer is lost after a rotation, and never after a rejection`() async throws {
    let server = try EmbeddedServer(asksForDPoPNonces: true)
    let client = try await server.client(prover: .generate())
    let token = try #require(try await client.signIn(with: server.userAgent).refreshToken)
    server.clock.advance(by: .seconds(3_600))
    server.misbehave(.answerLostAfterRotation)
    await #expect(throws: EndpointError.self) { try await client.refresh(token) }
    #expect(server.faults.outstanding.isEmpty)
    let error = try await #require(throws: EndpointError.self) { try await client.refresh(token) }
    #expect("\(error)".contains("invalid_grant"), "\(error)")
  }

  @Test func `A client stops at its timeout, and the server never handled the request`() async throws {
    let server = try EmbeddedServer()
    let token = try #require(try await server.signIn().refreshToken)
    server.misbehave(.hang, times: 2)
    let hasty = try await server.client(limits: HTTPLimits(timeout: .milliseconds(50)))
    let error = try await #require(throws: HTTPTransportError.self) { try await hasty.refresh(token) }
    #expect(error.kind == .timedOut)
    let client = try await server.client()
    let waiting = Task { try await client.refresh(token) }
    while !server.faults.outstanding.isEmpty, !Task.isCancelled { await Task.yield() }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    _ = try await client.refresh(token)
  }

  @Test(arguments: [
    (HTTPLimits(timeout: .zero), HTTPTransportError.Kind.timedOut),
    (HTTPLimits(answerBytes: 10), .answerTooLarge), (HTTPLimits(answerBytes: -1), .answerTooLarge),
  ])
  func `A client's limits hold for in-process requests`(_ limits: HTTPLimits, _ kind: HTTPTransportError.Kind)
    async throws
  {
    let server = try EmbeddedServer()
    let error = try await #require(throws: HTTPTransportError.self) {
      try await server.transport.send(Self.get("/jwks"), body: [], limits: limits)
    }
    #expect(error.kind == kind)
    #expect(try await server.transport.send(Self.get("/jwks"), body: [], limits: HTTPLimits()).response.status == .ok)
  }

  // Fetch §4.8: scripts of other origins can read only what the server allows.
  @Test func `A preflight request uses up no fault, and its script can read the faulty answer`() async throws {
    let server = try EmbeddedServer()
    server.misbehave(.tooManyRequests, at: .userInfo)
    let method = try #require(HTTPField.Name("Access-Control-Request-Method"))
    let origin: HTTPFields = [.origin: "https://app.example"]
    var question = Self.get("/userinfo", origin)
    question.method = .options
    question.headerFields[method] = "GET"
    #expect(await server.faults.respond(to: question, body: []).response.status == .noContent)
    let answer = await server.faults.respond(to: Self.get("/userinfo", origin), body: [])
    #expect(answer.response.status == .tooManyRequests)
    #expect(answer.response.headerFields[.accessControlAllowOrigin] == "*")
    #expect(answer.response.headerFields[.accessControlExposeHeaders]?.contains("Retry-After") == true)
    server.misbehave(.tooManyRequests, at: .userInfo)
    let plain = await server.faults.respond(to: Self.get("/userinfo"), body: [])
    #expect(plain.response.status == .tooManyRequests)
    #expect(plain.response.headerFields[.accessControlAllowOrigin] == nil)
  }

  @Test func `A fault without an opportunity isn't used up`() async throws {
    let server = try EmbeddedServer()
    server.misbehave(.wrongIssuerInCallback, times: 2)
    #expect(await server.faults.respond(to: Self.get(Self.authorization), body: []).response.status == .ok)
    #expect(server.faults.outstanding == [.wrongIssuerInCallback])
    for _ in 0..<2 { await #expect(throws: CallbackError.wrongIssuer) { try await server.signIn() } }
    #expect(server.faults.outstanding.isEmpty)
    _ = try await server.signIn()
  }

  @Test func `A server that gets behave() while it answers drops its faults for good`() async throws {
    let pages = BehavingPages()
    let server = try EmbeddedServer(pages: pages)
    pages.faults.withLock { $0 = server.faults }
    server.misbehave(.wrongIssuerInCallback)
    // The first page gives the fault no opportunity.
    #expect(await server.faults.respond(to: Self.get(Self.authorization), body: []).response.status == .ok)
    #expect(server.faults.outstanding.isEmpty)
  }
}

/// Pages that make the server behave while it renders one.
private final class BehavingPages: Pages {
  let styleSheet = ""
  let faults = Mutex<FaultyServer?>(nil)

  func html(_ page: Page, for languages: LanguagePreference) throws -> String {
    faults.withLock { $0 }?.behave()
    return PagesWithoutDesign().html(page, for: languages)
  }
}
