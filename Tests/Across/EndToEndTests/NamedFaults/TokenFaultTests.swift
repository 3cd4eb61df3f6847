import JOSE
import HTTPTypes
import OAuth
import OAuthAsyncHTTPClient
import OAuthCore
import OAuthServer
import OAuthTestSupport
import OpenIDConnect
import Testing

/// The errors that a client reports when the embedded server misbehaves at the token endpoint, in
/// process and over a socket.
@Suite(.timeLimit(.minutes(60))) struct TokenFaultTests {
  enum Way: CaseIterable, Sendable {
    case inProcess
    case onPort
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let fault: ServerFault
    let code: String
    /// A part of the explanation or the remedy.
    let words: String
    var category = ErrorCategory.invalidInput

    var testDescription: String { fault.rawValue }
  }

  static let rows = [
    Row(fault: .serverError, code: "unexpected_status", words: "status 500", category: .temporary),
    Row(fault: .tooManyRequests, code: "unexpected_status", words: "Try again in 30 seconds", category: .temporary),
    Row(fault: .truncatedBody, code: "malformed_json", words: "cannot be read"),
    Row(fault: .redirect, code: "token_endpoint_redirected", words: "not followed"),
    Row(fault: .errorWithStatus200, code: "token_refused", words: "invalid_request", category: .refused),
    Row(fault: .nonceChurn, code: "token_refused", words: "use_dpop_nonce", category: .refused),
  ]

  private func with(_ way: Way, _ body: (EmbeddedServer, OAuthClient) async throws -> Void) async throws {
    switch way {
    case .inProcess:
      let server = try EmbeddedServer()
      try await body(server, try await server.client(prover: .generate()))
    case .onPort:
      try await withEmbeddedServer { server in
        let transport = AsyncHTTPClientTransport()
        // The client has its own clock, like a client in another process.
        try await body(
          server,
          OAuthClient(
            id: EmbeddedServer.clientID, server: try await .discover(server.issuer, through: transport),
            prover: .generate(), transport: transport))
      }
    }
  }

  @Test(arguments: Way.allCases, rows)
  func `A sign-in reports the token endpoint's fault, and the next one succeeds`(_ way: Way, _ row: Row)
    async throws
  {
    try await with(way) { server, client in
      server.misbehave(row.fault, times: .max)
      let error = try await #require(throws: EndpointError.self) { try await client.signIn(with: server.userAgent) }
      #expect(error.code == row.code)
      #expect("\(error.explanation) \(error.remedy)".contains(row.words), "\(error.explanation) \(error.remedy)")
      #expect(error.category == row.category)
      server.behave()
      let tokens = try await client.signIn(scope: Scope(["profile"]), with: server.userAgent)
      #expect(try await client.userInfo(tokens.accessToken)["name"] == "Ada Lovelace")
    }
  }

  // The client repeats the request once with the nonce of the answer (RFC 9449 §8).
  @Test(arguments: Way.allCases) func `A nonce that is requested once is no failure`(_ way: Way) async throws {
    try await with(way) { server, client in
      server.misbehave(.nonceChurn)
      let tokens = try await client.signIn(with: server.userAgent)
      #expect(tokens.tokenType == .dpop)
      #expect(server.faults.outstanding.isEmpty)
    }
  }

  // A resource requests a nonce in another way (RFC 9449 §9).
  @Test(arguments: Way.allCases) func `A nonce that UserInfo requests once is no failure`(_ way: Way) async throws {
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

  @Test func `An ID token with a lifetime of a day can have expired an hour ago`() async throws {
    let server = try EmbeddedServer(lifetimes: TokenLifetimes(idToken: .seconds(86_400)))
    let client = try OpenIDClient(try await server.client(), algorithms: [.es256])
    server.misbehave(.expiredIDToken)
    let error = try await #require(throws: IDTokenError.self) { try await client.signIn(with: server.userAgent) }
    #expect(error.code == "id_token_expired")
  }

  @Test func `A server that hangs makes a client time out`() async throws {
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

  @Test func `A callback with another server's issuer gives no code`() async throws {
    let server = try EmbeddedServer()
    server.misbehave(.wrongIssuerInCallback)
    await #expect(throws: CallbackError.wrongIssuer) { try await server.signIn() }
  }

  @Test(arguments: [
    (ServerFault.wrongIssuer, "id_token_wrong_issuer"), (.wrongAudience, "id_token_wrong_audience"),
    (.expiredIDToken, "id_token_expired"), (.skewedIDToken, "id_token_issued_in_future"),
    (.keyRotatedAway, "id_token_jws_no_matching_key"),
  ])
  func `An invalid ID token is rejected`(_ fault: ServerFault, _ code: String) async throws {
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
