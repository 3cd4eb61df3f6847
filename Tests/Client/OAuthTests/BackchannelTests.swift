import Evidence
import HTTPTypes
import OAuth
import OAuthCore
import OAuthTestSupport
import Testing

@Suite(.covers("CIBA Core §7")) struct BackchannelTests {
  private static let members: [String: JSONValue] = [
    "auth_req_id": "1c266114-a1be-4252-8ad1-04986c5b9ac1", "expires_in": 120, "interval": 2,
  ]

  private func client(_ transport: ScriptedTransport) throws -> OAuthClient {
    try Fixture.client(
      transport, authentication: .clientSecretBasic(Secret("s")),
      server: Fixture.metadata(["backchannel_authentication_endpoint": "https://as.example/bc-authorize"]))
  }

  private func request(
    _ hint: BackchannelAuthenticationRequest.Hint = .login("ada@example.org")
  ) throws -> BackchannelAuthenticationRequest {
    BackchannelAuthenticationRequest(hint, scope: try Scope(["openid", "profile"]))
  }

  private func refusal(_ error: String) -> HTTPAnswer {
    .json(["error": .string(error)], status: .badRequest)
  }

  @Test func `The request has every parameter that is set`() async throws {
    let transport = ScriptedTransport(.json(Self.members), .json(Self.members))
    let client = try client(transport)
    var full = try request()
    full.bindingMessage = "W4SCT"
    full.userCode = Secret("1234")
    full.acrValues = ["a", "b"]
    full.requestedExpiry = .seconds(300)
    full.resources = ["https://x.example"]
    full.parameters.append("own", "1")
    let authentication = try await client.backchannelAuthentication(full)
    _ = try await client.backchannelAuthentication(request())
    #expect(transport.exchanges.allSatisfy { $0.request.path == "/bc-authorize" })
    #expect(
      transport.exchanges.map { $0.form.pairs.map { "\($0.name)=\($0.value)" } } == [
        [
          "scope=openid profile", "login_hint=ada@example.org", "binding_message=W4SCT", "user_code=1234",
          "acr_values=a b", "requested_expiry=300", "resource=https://x.example", "own=1",
        ], ["scope=openid profile", "login_hint=ada@example.org"],
      ])
    #expect(authentication.expiresIn == .seconds(120) && authentication.interval == .seconds(2))
  }

  @Test func `Exactly one hint is sent`() async throws {
    let hints: [(BackchannelAuthenticationRequest.Hint, String)] = [
      (.login("a"), "login_hint"), (.loginToken(Secret("a")), "login_hint_token"),
      (.idToken(Secret("a")), "id_token_hint"),
    ]
    for (hint, name) in hints {
      let transport = ScriptedTransport(.json(Self.members))
      _ = try await client(transport).backchannelAuthentication(request(hint))
      #expect(try #require(transport.exchanges.first).form.pairs.map(\.name) == ["scope", name])
    }
  }

  @Test func `The user's approval brings the tokens`() async throws {
    let transport = ScriptedTransport(
      .json(Self.members), refusal("authorization_pending"), refusal("slow_down"), Fixture.tokens())
    let client = try client(transport)
    let clock = SteppingClock()
    let tokens = try await client.tokens(for: client.backchannelAuthentication(request()), clock: clock)
    #expect(tokens.accessToken == Secret("at-12345"))
    #expect(clock.sleeps.map(\.components.seconds) == [2, 2, 7])
    #expect(
      try #require(transport.exchanges.last).form.pairs.map { "\($0.name)=\($0.value)" } == [
        "grant_type=urn:openid:params:grant-type:ciba", "auth_req_id=1c266114-a1be-4252-8ad1-04986c5b9ac1",
      ])
  }

  @Test func `A denial and the expiry end the waiting, and the interval is 5 seconds if absent`() async throws {
    var members = Self.members
    members["interval"] = nil
    let denied = try client(ScriptedTransport(.json(members), refusal("access_denied"), Fixture.tokens()))
    let clock = SteppingClock()
    await #expect(throws: PollingError.denied(ErrorResponse(.accessDenied))) {
      try await denied.tokens(for: denied.backchannelAuthentication(request()), clock: clock)
    }
    #expect(clock.sleeps == [.seconds(5)])
    members["expires_in"] = 6
    let late = try client(ScriptedTransport(.json(members), refusal("authorization_pending"), Fixture.tokens()))
    await #expect(throws: PollingError.expired) {
      try await late.tokens(for: late.backchannelAuthentication(request()), clock: SteppingClock())
    }
  }

  @Test func `A Retry-After beyond the request's end leaves one last request`() async throws {
    var members = Self.members
    members["expires_in"] = 60
    var overloaded = HTTPAnswer.text("", status: .serviceUnavailable, contentType: "text/html")
    overloaded.response.headerFields[.retryAfter] = "90"
    let client = try client(ScriptedTransport(.json(members), overloaded, Fixture.tokens()))
    let clock = SteppingClock()
    let tokens = try await client.tokens(for: client.backchannelAuthentication(request()), clock: clock)
    #expect(tokens.accessToken == Secret("at-12345"))
    #expect(clock.sleeps.map(\.components.seconds) == [2, 55])
  }

  @Test(arguments: ["auth_req_id", "expires_in"])
  func `Missing and unusable members are errors`(_ member: String) async throws {
    for (value, problem) in [
      (.null, .missingMember(member)), ([1], .malformedMember(member)),
    ] as [(JSONValue, EndpointError.Problem)] {
      let transport = ScriptedTransport(.json(Self.members.merging([member: value]) { $1 }))
      let error = try await #require(throws: EndpointError.self) {
        try await client(transport).backchannelAuthentication(request())
      }
      #expect(error.endpoint == .backchannelAuthentication && error.problem == problem)
    }
  }

  @Test func `A refusal withholds the hint, and nothing shows the request's identifier`() async throws {
    let echo = HTTPAnswer.json(
      ["error": "unknown_user_id", "error_description": "who is hint-token-1"], status: .badRequest)
    let error = try await #require(throws: EndpointError.self) {
      try await client(ScriptedTransport(echo)).backchannelAuthentication(request(.loginToken(Secret("hint-token-1"))))
    }
    #expect("\(error)".contains("who is [redacted]"))
    let authentication = try await client(ScriptedTransport(.json(Self.members))).backchannelAuthentication(request())
    var dumped = ""
    dump(authentication, to: &dumped)
    for text in ["\(authentication)", String(reflecting: authentication), dumped] { #expect(!text.contains("1c26")) }
  }

  @Test func `A server without the endpoint is not asked, and requests of another client are not used`() async throws {
    let error = try await #require(throws: EndpointError.self) {
      try await Fixture.client().backchannelAuthentication(request())
    }
    #expect(error.problem == .notAnnounced)
    let authentication = try await client(ScriptedTransport(.json(Self.members))).backchannelAuthentication(request())
    let other = OAuthClient(id: "other", server: try Fixture.metadata(), transport: ScriptedTransport(Fixture.tokens()))
    await #expect(throws: EndpointError(.token, .foreignCode)) {
      try await other.tokens(for: authentication, clock: SteppingClock())
    }
  }
}
