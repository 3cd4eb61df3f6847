import Evidence
import HTTPTypes
import JOSE
import OAuthCore
import OAuthTestSupport
import Synchronization
import Testing
import TokenStorage

@testable import OAuth
@testable import OAuthSessions

/// Requests with tokens: only to the session's origins, and once more after a 401.
@Suite(.covers("RFC 6750 §2"), .timeLimit(.minutes(60))) struct RequestTests {
  private static func userInfo() throws -> HTTPRequest { try Endpoint(SignedIn.issuer + "/userinfo").request(.get) }

  @Test func `A request gets the token, and the answer is returned`() async throws {
    let signedIn = try await SignedIn()
    let answer = try await signedIn.session.send(Self.userInfo())
    #expect(answer.response.status == .ok)
    let authorized = try await signedIn.session.authorize(Self.userInfo())
    #expect(authorized.headerFields[.authorization] == "Bearer " + signedIn.first.accessToken.reveal())
  }

  // Some clients attach the bearer token to requests to any host.
  @Test(arguments: [
    "https://elsewhere.example", "https://as.example.evil.example", "https://evil.example:443", "http://as.example",
    "https://as.example:8443", "https://as.example@evil.example", "https://evil.example/as.example", "https://", "://",
    "https://as.example?@evil.example", "https://as.example/x", "https://as.example#",
    "https://as.example\u{2024}evil.example", "https://as.example%2eevil.example",
  ])
  func `No other origin gets the token`(_ origin: String) async throws {
    let signedIn = try await SignedIn()
    let parts = origin.split(separator: "://", omittingEmptySubsequences: false)
    let request = HTTPRequest(method: .get, scheme: String(parts[0]), authority: String(parts[1]), path: "/userinfo")
    let before = signedIn.transport.requests(to: "")
    for attempt in [
      { _ = try await signedIn.session.send(request) }, { _ = try await signedIn.session.authorize(request) },
    ] {
      let error = await #expect(throws: TokenSessionError.self) { try await attempt() }
      #expect(error?.code == "foreign_origin")
    }
    #expect(signedIn.transport.requests(to: "") == before)
  }

  @Test(arguments: [".evil.example/x", "@evil.example/x", ":8443/x", "", nil])
  func `A path that would change the origin is refused`(_ path: String?) async throws {
    let signedIn = try await SignedIn()
    let request = HTTPRequest(method: .get, scheme: "https", authority: "as.example", path: path)
    let error = await #expect(throws: TokenSessionError.self) { try await signedIn.session.authorize(request) }
    #expect(error?.code == "foreign_origin")
  }

  @Test(arguments: ["https://as.example", "HTTPS://AS.example", "https://as.example:443"])
  func `Another spelling of the origin is the same origin`(_ origin: String) async throws {
    let signedIn = try await SignedIn()
    let parts = origin.split(separator: "://")
    let request = HTTPRequest(method: .get, scheme: String(parts[0]), authority: String(parts[1]), path: "/userinfo")
    _ = try await signedIn.session.authorize(request)
  }

  @Test func `Limits of a request aren't those of the refresh that it needs`() async throws {
    let signedIn = try await SignedIn()
    signedIn.expire()
    let limited = LimitedTransport(signedIn.transport)
    let client = OAuthClient(
      id: "app", server: signedIn.client.server, transport: limited, clock: signedIn.clock.wallClock,
      random: SeededRandomSource(seed: 4), logger: signedIn.log.logger())
    let session = TokenSession(
      account: signedIn.account, client: client, store: signedIn.store,
      origins: client.server.userInfoEndpoint.map { [$0] } ?? [], monotonic: signedIn.clock.monotonicClock)
    let limits = HTTPLimits(timeout: .seconds(300), answerBytes: 1 << 26)
    #expect(try await session.send(Self.userInfo(), limits: limits).response.status == .ok)
    #expect(limited.limits["/token"] == HTTPLimits() && limited.limits["/userinfo"] == limits)
  }

  @Test func `After a rejection the token is refreshed and the request sent once more`() async throws {
    let signedIn = try await SignedIn()
    signedIn.transport.fail(next: .invalidToken, at: "/userinfo")
    let answer = try await signedIn.session.send(Self.userInfo())
    #expect(answer.response.status == .ok && signedIn.refreshes == 1)
  }

  @Test func `A 401 without a reason counts as a rejection of the token`() async throws {
    let signedIn = try await SignedIn()
    signedIn.transport.fail(next: .status(401, "Bad credentials"), at: "/userinfo")
    #expect(try await signedIn.session.send(Self.userInfo()).response.status == .ok)
    #expect(signedIn.refreshes == 1)
  }

  @Test(arguments: [400, 403, 404, 500])
  func `Other answers are returned without a refresh`(_ status: Int) async throws {
    let signedIn = try await SignedIn()
    signedIn.transport.fail(next: .status(status), at: "/userinfo")
    #expect(try await signedIn.session.send(Self.userInfo()).response.status.code == status)
    #expect(signedIn.refreshes == 0)
  }

  // Microsoft Fabric and Databricks answer with 403 to an expired token (issues 17450 and 28832 of n8n).
  @Test(arguments: [nil, "Bearer error=\"invalid_token\""])
  func `A 403 causes one refresh if the token's life ended meanwhile`(_ challenge: String?) async throws {
    let signedIn = try await SignedIn()
    let late = Fault("expired on its way", reachesServer: false) { [clock = signedIn.clock] _, _, _ in
      clock.advance(by: .seconds(3_600))
      var answer = HTTPAnswer.text("", status: .forbidden)
      answer.response.headerFields[.wwwAuthenticate] = challenge
      return answer
    }
    signedIn.transport.fail(next: late, at: "/userinfo")
    #expect(try await signedIn.session.send(Self.userInfo()).response.status == .ok)
    #expect(signedIn.refreshes == 1)
  }

  // RFC 6750 §3.1 recommends 401 for invalid_token; Hmbown/Codewhale, issue 5572, met 403.
  @Test(arguments: [400, 401, 403])
  func `A challenge with invalid_token causes one refresh with any status`(_ status: Int) async throws {
    let signedIn = try await SignedIn()
    signedIn.transport.fail(
      next: Fault("rejected", reachesServer: false) { _, _, _ in
        var answer = HTTPAnswer.text("", status: HTTPResponse.Status(code: status))
        answer.response.headerFields[.wwwAuthenticate] = #"Bearer error="invalid_token""#
        return answer
      }, at: "/userinfo")
    #expect(try await signedIn.session.send(Self.userInfo()).response.status == .ok)
    #expect(signedIn.refreshes == 1)
  }

  @Test func `A 403 for a missing scope causes no refresh even if the token's life ended meanwhile`() async throws {
    let signedIn = try await SignedIn()
    let late = Fault("no right", reachesServer: false) { [clock = signedIn.clock] _, _, _ in
      clock.advance(by: .seconds(3_600))
      var answer = HTTPAnswer.text("", status: .forbidden)
      answer.response.headerFields[.wwwAuthenticate] = #"Bearer error="insufficient_scope""#
      return answer
    }
    signedIn.transport.fail(next: late, at: "/userinfo")
    #expect(try await signedIn.session.send(Self.userInfo()).response.status == .forbidden)
    #expect(signedIn.refreshes == 0)
  }

  @Test func `A 401 that asks for a step-up causes no refresh`() async throws {
    let signedIn = try await SignedIn()
    signedIn.transport.fail(
      next: Fault("step up", reachesServer: false) { _, _, _ in
        var answer = HTTPAnswer.text("", status: .unauthorized)
        answer.response.headerFields[.wwwAuthenticate] = #"Bearer error="insufficient_user_authentication""#
        return answer
      }, at: "/userinfo")
    #expect(try await signedIn.session.send(Self.userInfo()).response.status == .unauthorized)
    #expect(signedIn.refreshes == 0)
  }

  @Test func `A resource that rejects everything causes one refresh in ten seconds`()
    async throws
  {
    let signedIn = try await SignedIn()
    signedIn.transport.fail(next: .invalidToken, at: "/userinfo", times: .max)
    for _ in 0..<20 {
      #expect(try await signedIn.session.send(Self.userInfo()).response.status == .unauthorized)
    }
    #expect(signedIn.refreshes == 1)
    signedIn.clock.advance(by: .seconds(10))
    _ = try await signedIn.session.send(Self.userInfo())
    #expect(signedIn.refreshes == 2)
  }

  @Test func `Without a refresh token a 401 is returned`() async throws {
    let signedIn = try await SignedIn()
    var tokens = signedIn.first
    tokens.refreshToken = nil
    try await signedIn.store.save(tokens, for: signedIn.account)
    signedIn.transport.fail(next: .invalidToken, at: "/userinfo")
    let session = signedIn.another()
    #expect(try await session.send(Self.userInfo()).response.status == .unauthorized)
    // The user signs in again elsewhere.
    let response = try await signedIn.client.refresh(try #require(signedIn.first.refreshToken))
    try await signedIn.store.save(StoredTokens(response), for: signedIn.account)
    signedIn.transport.fail(next: .invalidToken, at: "/userinfo")
    #expect(try await session.send(Self.userInfo()).response.status == .ok)
    #expect(try await session.accessToken() == response.accessToken)
  }

  @Test func `A rejection without a network for the refresh is a temporary error`() async throws {
    let signedIn = try await SignedIn()
    signedIn.transport.fail(next: .invalidToken, at: "/userinfo")
    signedIn.transport.fail(next: .droppedBefore, at: "/token")
    let error = await #expect(throws: TokenSessionError.self) { try await signedIn.session.send(Self.userInfo()) }
    #expect(error?.category == .offline)
  }

  // With some tools the first command after expiry fails, and only the second one works.
  @Test func `The first request after expiry works`() async throws {
    let signedIn = try await SignedIn()
    signedIn.expire()
    #expect(try await signedIn.another().send(Self.userInfo()).response.status == .ok)
  }

  @Test func `Requests with bound tokens have proofs of the stored key, even after the next start`() async throws {
    let clock = ManualClock()
    let prover = try DPoPProver.generate()
    let bound: [String: JSONValue] = ["token_type": "DPoP", "refresh_token": "rt-1", "expires_in": 60]
    var wanted = HTTPAnswer.text("", status: .unauthorized)
    wanted.response.headerFields[.wwwAuthenticate] = #"DPoP error="use_dpop_nonce""#
    wanted.response.headerFields[.dpopNonce] = "n-1"
    let transport = ScriptedTransport(
      Fixture.tokens(bound), wanted, .json(["ok": true]), Fixture.tokens(bound), .json(["ok": true]))
    let store = MemoryTokenStore()
    let account = try Account(provider: "p", name: "n")
    let client = try Fixture.client(transport, clock: clock)
    func session(_ client: OAuthClient) throws -> TokenSession {
      TokenSession(
        account: account, client: client, store: store, origins: [try Endpoint("https://api.example")],
        monotonic: clock.monotonicClock)
    }
    let signedIn = client.with(prover: prover)
    try await session(signedIn).save(try await signedIn.refresh(Secret("rt-0")))
    // The next start has no key of its own; the store has it.
    let next = try session(client)
    let request = try Endpoint("https://api.example/me").request(.get)
    #expect(try await next.send(request).response.status == .ok)
    clock.advance(by: .seconds(60))
    #expect(try await next.send(request).response.status == .ok)
    for exchange in transport.exchanges {
      let proof = try JSONWebSignature(compact: try #require(exchange.request.headerFields[.dpop]))
      let key = try JSONWebKey(try #require(proof.header.members["jwk"]))
      #expect(key.thumbprint == prover.thumbprint)
    }
    // The nonce of the first 401 is used again.
    let last = try JSONWebSignature(
      compact: try #require(transport.exchanges.last?.request.headerFields[.dpop]))
    let claims = try last.verified(
      by: JSONWebKeySet([prover.signer.verificationKey]), allowing: [.es256], type: .exactly("dpop+jwt")
    ).claims()
    #expect(claims["nonce"] == "n-1" && claims["ath"] != nil)
  }

  @Test func `Bound tokens aren't stored without their key`() async throws {
    let transport = ScriptedTransport(Fixture.tokens(["token_type": "DPoP"]))
    let client = try Fixture.client(transport)
    let store = MemoryTokenStore()
    let session = TokenSession(account: try Account(provider: "p", name: "n"), client: client, store: store)
    let response = try await client.with(prover: .generate()).refresh(Secret("rt-0"))
    let error = await #expect(throws: TokenSessionError.self) { try await session.save(response) }
    #expect(error?.code == "unusable_proof_key" && store.accounts().isEmpty)
    store.save(
      StoredTokens(accessToken: response.accessToken, tokenType: .dpop, receivedAt: response.receivedAt),
      for: session.account)
    let other = await #expect(throws: TokenSessionError.self) { try await session.accessToken() }
    #expect(other?.code == "unusable_proof_key")
  }

  @Test func `An unreadable key is an error, and the tokens stay`() async throws {
    let signedIn = try await SignedIn()
    var tokens = signedIn.first
    tokens.tokenType = .dpop
    tokens.proofKey = .privateKey(Secret("no key"))
    try await signedIn.store.save(tokens, for: signedIn.account)
    let error = await #expect(throws: TokenSessionError.self) { try await signedIn.another().accessToken() }
    #expect(error?.code == "unusable_proof_key" && error?.category == .signInNeeded)
    #expect(try await signedIn.stored == tokens)
  }
}

/// A transport that records the limits of requests by path.
private final class LimitedTransport: HTTPTransport {
  private let transport: any HTTPTransport
  private let seen = Mutex<[String: HTTPLimits]>([:])

  init(_ transport: any HTTPTransport) {
    self.transport = transport
  }

  var limits: [String: HTTPLimits] { seen.withLock { $0 } }

  func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
    seen.withLock { $0[request.path ?? ""] = limits }
    return try await transport.send(request, body: body, limits: limits)
  }
}
