import Evidence
import Evidence
import HTTPTypes
import OAuth
import OAuthCore
import OAuthTestSupport
import Testing

/// The rules for every endpoint's answer, tested at the device authorization endpoint.
@Suite struct EndpointAnswerTests {
  private func error(
    _ answer: HTTPAnswer, authentication: ClientAuthentication = .none
  ) async throws -> EndpointError {
    let server = try Fixture.metadata(["device_authorization_endpoint": "https://as.example/device"])
    let client = try Fixture.client(ScriptedTransport(answer), authentication: authentication, server: server)
    return try await #require(throws: EndpointError.self) { try await client.deviceAuthorization() }
  }

  @Test(.covers("CVE-2026-54603", "CVE-2026-54605"), arguments: [301, 302, 303, 307, 308])
  func `A redirect is an error`(_ status: Int) async throws {
    let answer = HTTPAnswer.json([:], status: HTTPResponse.Status(code: status))
    #expect(try await error(answer).problem == .redirected(status: status))
  }

  @Test(arguments: [200, 400, 401, 500])
  func `An error is an error with any status`(_ status: Int) async throws {
    let answer = HTTPAnswer.json(["error": "invalid_client"], status: HTTPResponse.Status(code: status))
    #expect(try await error(answer).problem == .refused(ErrorResponse(.invalidClient), status: status))
  }

  @Test(.covers("RFC 9110 §8.3.1")) func `A failing server differs from a refusing one`() async throws {
    var limited = HTTPAnswer.text("<html>", status: .tooManyRequests, contentType: "text/html")
    limited.response.headerFields[.retryAfter] = "30"
    let error = try await error(limited)
    #expect(error.problem == .unexpectedStatus(429, retryAfter: .seconds(30)))
    #expect(error.category == .temporary && error.retryAfter == .seconds(30))
    #expect(error.remedy.contains("30 seconds"))
    let refused = try await self.error(.json(["error": "invalid_scope"], status: .badRequest))
    #expect(refused.category == .refused && refused.retryAfter == nil)
  }

  @Test(
    .covers("RFC 8470 §5.2"),
    arguments: [
      (HTTPAnswer.json(["error": "temporarily_unavailable"], status: .serviceUnavailable), "later"),
      (.json(["error": "server_error"], status: .badRequest), "later"),
      (.json(["error": "invalid_client"], status: .tooManyRequests), "later"),
      (.json(["error": ["code": 429]], status: .tooManyRequests), "later"),
      (.json(["message": "Slow down."], status: .tooManyRequests), "later"),
      (.text("busy", status: .requestTimeout, contentType: "text/plain"), "later"),
      (.json([:], status: HTTPResponse.Status(code: 425)), "later"),
    ])
  func `A server that is busy is temporary, and the remedy is to try later`(
    _ answer: HTTPAnswer, _ remedy: String
  ) async throws {
    let error = try await error(answer)
    #expect(error.category == .temporary && error.remedy.contains(remedy), "\(error)")
  }

  // RFC 6749 §5.2; supabase/mcp, issue 355.
  @Test(arguments: [(401, false), (400, true), (404, true)])
  func `Status 401 without an OAuth error says that the server doesn't know the client`(
    _ status: Int, _ isKnown: Bool
  ) async throws {
    let answer = HTTPAnswer.json(["message": "Unrecognized client_id"], status: HTTPResponse.Status(code: status))
    let client = try Fixture.client(ScriptedTransport(answer))
    #expect(try await client.isKnownToServer(redirectURI: RedirectURI("http://127.0.0.1/callback")) == isKnown)
  }

  // 422: supabase/mcp, issue 355. Firewalls and login pages send the others to clients that are no browser.
  @Test(arguments: [
    (HTTPAnswer.json(["message": "Unrecognized client_id"], status: .unprocessableContent), false),
    (.text("<p>Unknown client</p>", status: .badRequest, contentType: "text/html"), false),
    (.text("", status: .notFound, contentType: nil), false),
    (.json(["error": "invalid_client"], status: .unauthorized), false),
    (.text("<p>Sign in</p>", status: .unauthorized, contentType: "text/html"), true),
    (.text("<p>Blocked</p>", status: .forbidden, contentType: "text/html"), true),
    (.text("<p>Sign in</p>", contentType: "text/html"), true), (.text("", status: .found), true),
    (.text("", status: .serviceUnavailable), true),
  ])
  func `Only an error about the client at the authorization endpoint says that it is unknown there`(
    _ answer: HTTPAnswer, _ isKnown: Bool
  ) async throws {
    let transport = ScriptedTransport(answer)
    let client = try Fixture.client(transport)
    let request = AuthorizationRequest(redirectURI: try RedirectURI(Fixture.loopback))
    #expect(try await client.isKnownToAuthorizationEndpoint(request) == isKnown)
    let path = try #require(transport.exchanges.first?.request.path)
    #expect(path.contains("client_id=app&") && path.contains("code_challenge_method=S256"))
  }

  // CloudFront's firewall before a token endpoint (NousResearch/hermes-agent, issue 115329).
  @Test func `A web page with status 403 is told from the server's refusal`() async throws {
    let page = HTTPAnswer.text("<html>", status: .forbidden, contentType: "text/html; charset=utf-8")
    let error = try await error(page)
    #expect(error.explanation.hasSuffix("answered with status 403 and no OAuth error, but a web page."), "\(error)")
    #expect(error.remedy.hasPrefix("A firewall in front of the server"))
  }

  /// Answers of real servers without an OAuth error, and the words that users see.
  static let unexplained: [(HTTPAnswer, String)] = [
    // Supabase.
    (
      .json(
        [
          "code": 400, "error_code": "refresh_token_not_found", "msg": "Invalid Refresh Token: Refresh Token Not Found",
        ],
        status: .badRequest), "Invalid Refresh Token: Refresh Token Not Found (refresh_token_not_found)."
    ),
    // Okta.
    (
      .json(
        ["errorCode": "E0000011", "errorSummary": "Invalid token provided", "errorCauses": []], status: .unauthorized),
      "Invalid token provided (E0000011)."
    ),
    // HubSpot, in issue 79592 of Airbyte.
    (
      .json(["status": "BAD_REFRESH_TOKEN", "message": "missing or invalid refresh token"], status: .badRequest),
      "missing or invalid refresh token (BAD_REFRESH_TOKEN)."
    ),
    // CAS, issue 2903.
    (.text("invalid_grant\n", status: .badRequest, contentType: "text/plain"), "invalid_grant."),
    // CAS, issue 2862.
    (.json(["error": ["expired_accessToken"]], status: .unauthorized), "expired_accessToken."),
    // RFC 9457 §3.
    (
      .text(
        #"{"type":"about:blank","title":"Bad Request","detail":"Token expired."}"#, status: .badRequest,
        contentType: "application/problem+json"), "Token expired."
    ),
    (
      .json(["error": ["code": "invalid_grant", "message": "Token revoked"]], status: .badRequest),
      "Token revoked (invalid_grant)."
    ),
    (.json(["error": ["status": "DENIED"]], status: .forbidden), "DENIED."),
  ]

  @Test(.covers("RFC 9457 §3.1"), arguments: unexplained)
  func `The words of a refusal without an OAuth error are shown`(_ answer: HTTPAnswer, _ words: String) async throws {
    let client = try Fixture.client(ScriptedTransport(answer))
    let error = try await #require(throws: EndpointError.self) { try await client.refresh(Secret("rt-123456")) }
    #expect(error.code == "refusal_without_error" && error.category == .refused)
    #expect(error.explanation.hasSuffix("and no OAuth error: \(words)"), "\(error)")
    #expect(error.remedy.hasPrefix("Sign in again if the refresh token is no longer valid."), "\(error)")
  }

  // obot-platform/obot, issue 7501, and other servers that don't send invalid_grant for a dead token.
  @Test(
    arguments: ["invalid_request", "access_denied", "unauthorized_client", "invalid_token", "invalid_scope", "odd"])
  func `A refresh that is refused with another error than invalid_grant may need a sign-in`(
    _ code: String
  ) async throws {
    let answer = HTTPAnswer.json(["error": .string(code)], status: .badRequest)
    let client = try Fixture.client(ScriptedTransport(answer))
    let error = try await #require(throws: EndpointError.self) { try await client.refresh(Secret("rt-123456")) }
    #expect(error.category == .refused)
    #expect(error.remedy.hasPrefix("Sign in again if the refresh token is no longer valid."), "\(error)")
    let grant = try await #require(throws: EndpointError.self) {
      try await Fixture.client(ScriptedTransport(answer)).clientCredentials()
    }
    #expect(!grant.remedy.contains("Sign in"), "\(grant)")
  }

  // Microsoft Entra: AADSTS50076 and others, for which MSAL has MsalUiRequiredException.
  @Test(
    arguments: ["interaction_required", "login_required", "consent_required", "account_selection_required"])
  func `A server that has to show its pages before a refresh needs a sign-in`(_ code: String) async throws {
    let answer = HTTPAnswer.json(["error": .string(code)], status: .badRequest)
    let client = try Fixture.client(ScriptedTransport(answer))
    let error = try await #require(throws: EndpointError.self) { try await client.refresh(Secret("rt-123456")) }
    #expect(error.category == .signInNeeded && error.remedy.hasPrefix("Sign in again"), "\(error)")
    #expect(try await self.error(answer).category == .refused)
  }

  // DollhouseMCP/mcp-server, issue 2520; RFC 8259 §8.1 allows to ignore the mark.
  @Test func `A byte order mark before an answer makes no difference`() async throws {
    func answer(_ members: [String: JSONValue], status: HTTPResponse.Status = .ok) -> HTTPAnswer {
      var answer = HTTPAnswer.json(members, status: status)
      answer.body = [0xEF, 0xBB, 0xBF] + answer.body
      return answer
    }
    let tokens = answer(["access_token": "at-1", "token_type": "Bearer"])
    let client = try Fixture.client(ScriptedTransport(tokens))
    #expect(try await client.refresh(Secret("rt-1")).accessToken == Secret("at-1"))
    #expect(
      try await error(answer(["error": "invalid_scope"], status: .badRequest)).refusal?.error == .invalidScope)
    let metadata = answer([
      "issuer": "https://as.example", "authorization_endpoint": "https://as.example/authorize",
      "token_endpoint": "https://as.example/token",
    ])
    let server = try await AuthorizationServerMetadata.discover(
      Issuer("https://as.example"), through: ScriptedTransport(metadata), needing: [])
    #expect(server.tokenEndpoint.text == "https://as.example/token")
    #expect(throws: JSONError.self) { try JSONValue(bytes: tokens.body) }
  }

  @Test func `A server's words are bounded, and neither secrets nor pages are shown`() async throws {
    func words(_ answer: HTTPAnswer) async throws -> String? {
      let client = try Fixture.client(
        ScriptedTransport(answer), authentication: .clientSecretPost(Secret("s3cr3t-1")))
      let error = try await #require(throws: EndpointError.self) { try await client.refresh(Secret("rt-123456")) }
      for secret in ["s3cr3t", "rt-123456", "<html>", "\u{1B}"] { #expect(!"\(error)".contains(secret)) }
      return error.words?.description
    }
    let echo = "no rt-123456\u{1B}[2J with s3cr3t-1"
    #expect(
      try await words(.json(["message": .string(echo)], status: .badRequest)) == "no [redacted][2J with [redacted]")
    #expect(
      try await words(.text(echo, status: .badRequest, contentType: "text/plain")) == "no [redacted][2J with [redacted]"
    )
    #expect(try await words(.text("<html>", status: .badRequest, contentType: "text/html")) == nil)
    let long = try await words(.json(["msg": .string(String(repeating: "a", count: 9_999))], status: .badRequest))
    #expect((long?.count ?? 0) <= UntrustedText.maximumCharacters + 1)
    for empty in ["{}", #"{"message":"","code":400}"#, "[]", #"{"error":null}"#] {
      #expect(try await words(.text(empty, status: .badRequest)) == nil)
    }
  }

  @Test func `An object as an error with status 200 is a refusal with its words`() async throws {
    let answer = HTTPAnswer.json(["error": ["message": "No such device."]])
    let expected = ErrorResponse(ErrorCode("error"), description: "No such device.")
    #expect(try await error(answer).problem == .refused(expected, status: 200))
  }

  @Test func `A body that doesn't match its content type is rejected`() async throws {
    #expect(
      try await error(.text("<html>", contentType: "text/html")).problem
        == .wrongContentType(UntrustedText("text/html")))
    #expect(
      try await error(.text("a=b", contentType: "application/x-www-form-urlencoded")).problem
        == .wrongContentType(UntrustedText("application/x-www-form-urlencoded")))
    #expect(try await error(.text("{")).problem == .malformedJSON(.malformed))
    #expect(try await error(.text("")).problem == .malformedJSON(.malformed))
    #expect(try await error(.text("[]")).problem == .notAnObject)
    #expect(
      try await error(.text(String(repeating: "[", count: 100))).problem
        == .malformedJSON(.tooDeep(limit: JSONValue.maximumDepth)))
  }

  @Test func `A client secret that a server sends back is not printed`() async throws {
    let answer = HTTPAnswer.json(
      ["error": "invalid_client", "error_description": "wrong s3cr3t-1\u{1B}[2J"], status: .unauthorized)
    let error = try await error(answer, authentication: .clientSecretPost(Secret("s3cr3t-1")))
    #expect("\(error)".contains("wrong [redacted][2J") && !"\(error)".contains("s3cr3t"))
  }

  @Test func `Every problem has a code, an explanation and a remedy`() async throws {
    let all = [
      try await error(.json([:], status: .found)), try await error(.json(["error": "x"])),
      try await error(.json([:], status: .badGateway)), try await error(.text("", contentType: "text/html")),
      try await error(.text("[]")), try await error(.text("{")), try await error(.json([:])),
      try await error(.json(["device_code": 1])),
    ]
    #expect(Set(all.map(\.code)).count == all.count)
    for error in all {
      #expect(error.explanation.contains("device authorization endpoint") && !error.remedy.isEmpty)
    }
  }
}
