import JOSE
import HTTPTypes
import OAuth
import OAuthAsyncHTTPClient
import OAuthCore
import OAuthServer
import OAuthTestSupport
import OpenIDConnect
import Testing

/// What a client's user gets when the embedded server misbehaves at the token endpoint, in process and over a socket.
@Suite(.timeLimit(.minutes(60))) struct TokenFaultTests {
  enum Way: CaseIterable, Sendable {
    case inProcess
    case onPort
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let fault: ServerFault
    let code: String
    /// Words of the explanation or the remedy.
    let words: String
    var isTransient = false

    var testDescription: String { fault.rawValue }
  }

  static let rows = [
    Row(fault: .serverError, code: "unexpected_status", words: "status 500", isTransient: true),
    Row(fault: .tooManyRequests, code: "unexpected_status", words: "Try again in 30 s", isTransient: true),
    Row(fault: .truncatedBody, code: "malformed_json", words: "cannot be read"),
    Row(fault: .redirect, code: "token_endpoint_redirected", words: "not followed"),
    Row(fault: .errorWithStatus200, code: "token_refused", words: "invalid_request"),
    Row(fault: .nonceChurn, code: "token_refused", words: "use_dpop_nonce"),
  ]

  private func with(_ way: Way, _ body: (EmbeddedServer, OAuthClient) async throws -> Void) async throws {
    switch way {
    case .inProcess:
      let server = try EmbeddedServer()
      try await body(server, try await server.client(prover: .generate()))
    case .onPort:
      try await withEmbeddedServer { server in
        let transport = AsyncHTTPClientTransport()
        // A client with a clock of its own, as one in another process has it.
        try await body(
          server,
          OAuthClient(
            id: EmbeddedServer.clientID, server: try await .discover(server.issuer, through: transport),
            prover: .generate(), transport: transport))
      }
    }
  }

  @Test(arguments: Way.allCases, rows)
  func `A sign-in says what the token endpoint got wrong, and the next one succeeds`(_ way: Way, _ row: Row)
    async throws
  {
    try await with(way) { server, client in
      server.misbehave(row.fault, times: .max)
      let error = try await #require(throws: EndpointError.self) { try await client.signIn(with: server.userAgent) }
      #expect(error.code == row.code)
      #expect("\(error.explanation) \(error.remedy)".contains(row.words), "\(error.explanation) \(error.remedy)")
      #expect(error.isTransient == row.isTransient)
      server.behave()
      let tokens = try await client.signIn(scope: Scope(["profile"]), with: server.userAgent)
      #expect(try await client.userInfo(tokens.accessToken)["name"] == "Ada Lovelace")
    }
  }

  // RFC 9449 §8: the nonce of the answer is used for one more try.
  @Test(arguments: Way.allCases) func `A nonce that is asked for once is no failure`(_ way: Way) async throws {
    try await with(way) { server, client in
      server.misbehave(.nonceChurn)
      let tokens = try await client.signIn(with: server.userAgent)
      #expect(tokens.tokenType == .dpop)
      #expect(server.faults.outstanding.isEmpty)
    }
  }

  // RFC 9449 §9: a resource asks for a nonce in another way.
  @Test(arguments: Way.allCases) func `A nonce that UserInfo asks for once is no failure`(_ way: Way) async throws {
    try await with(way) { server, client in
      let tokens = try await client.signIn(scope: Scope(["profile"]), with: server.userAgent)
      server.misbehave(.nonceChurn, at: .userInfo)
      let userInfo = try #require(client.server.userInfoEndpoint)
      let asked = try await client.transport.send(userInfo.request(.get), body: [], limits: HTTPLimits())
      #expect(asked.response.status == .unauthorized)
      #expect(asked.response.headerFields[.wwwAuthenticate]?.hasPrefix("DPoP error=\"use_dpop_nonce\"") == true)
      server.misbehave(.nonceChurn, at: .userInfo)
      #expect(try await client.userInfo(tokens.accessToken)["name"] == "Ada Lovelace")
      #expect(server.faults.outstanding.isEmpty)
    }
  }

  @Test func `An ID token that lives for a day expired an hour ago too`() async throws {
    let server = try EmbeddedServer(lifetimes: TokenLifetimes(idToken: .seconds(86_400)))
    let client = try OpenIDClient(try await server.client(), algorithms: [.es256])
    server.misbehave(.expiredIDToken)
    let error = try await #require(throws: IDTokenError.self) { try await client.signIn(with: server.userAgent) }
    #expect(error.code == "id_token_expired")
  }

  @Test func `A server that hangs costs a client its time limit`() async throws {
    try await withEmbeddedServer { server in
      let transport = AsyncHTTPClientTransport()
      let metadata = try await AuthorizationServerMetadata.discover(server.issuer, through: transport)
      func client(_ timeout: Duration) -> OAuthClient {
        OAuthClient(
          id: EmbeddedServer.clientID, server: metadata, transport: transport, limits: HTTPLimits(timeout: timeout))
      }
      let token = try #require(try await client(.seconds(30)).signIn(with: server.userAgent).refreshToken)
      server.misbehave(.hang)
      let error = try await #require(throws: HTTPTransportError.self) {
        try await client(.seconds(2)).refresh(token)
      }
      #expect(error.kind == .timedOut)
      #expect(server.faults.outstanding.isEmpty)
    }
  }

  @Test func `An answer in another server's name gives no code`() async throws {
    let server = try EmbeddedServer()
    server.misbehave(.wrongIssuerInCallback)
    await #expect(throws: CallbackError.wrongIssuer) { try await server.signIn() }
  }

  @Test(arguments: [
    (ServerFault.wrongIssuer, "id_token_wrong_issuer"), (.wrongAudience, "id_token_wrong_audience"),
    (.expiredIDToken, "id_token_expired"), (.skewedIDToken, "id_token_issued_in_future"),
    (.keyRotatedAway, "id_token_jws_no_matching_key"),
  ])
  func `Nobody is signed in by an ID token that isn't right`(_ fault: ServerFault, _ code: String) async throws {
    let server = try EmbeddedServer()
    let client = try OpenIDClient(try await server.client(), algorithms: [.es256])
    server.misbehave(fault)
    let error = try await #require(throws: IDTokenError.self) { try await client.signIn(with: server.userAgent) }
    #expect(error.code == code)
    #expect(error.explanation.hasPrefix("The ID token is not accepted. ") && !error.remedy.isEmpty)
    #expect(server.faults.outstanding.isEmpty)
    #expect(try await client.signIn(with: server.userAgent).idToken.subject == "user-1")
  }
}
