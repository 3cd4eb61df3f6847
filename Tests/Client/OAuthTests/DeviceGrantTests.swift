import Evidence
import Foundation
import HTTPTypes
import OAuth
import OAuthCore
import OAuthTestSupport
import Synchronization
import Testing

@Suite(.covers("RFC 8628 §3")) struct DeviceGrantTests {
  // RFC 8628 §3.2, the example.
  private static let members: [String: JSONValue] = [
    "device_code": "GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS", "user_code": "WDJB-MJHT",
    "verification_uri": "https://example.com/device",
    "verification_uri_complete": "https://example.com/device?user_code=WDJB-MJHT", "expires_in": 1_800, "interval": 5,
  ]

  private func client(
    _ transport: ScriptedTransport, authentication: ClientAuthentication = .none, clock: ManualClock = ManualClock()
  ) throws -> OAuthClient {
    OAuthClient(
      id: "app", authentication: authentication,
      server: try Fixture.metadata(["device_authorization_endpoint": "https://as.example/device"]),
      transport: transport, clock: clock.wallClock)
  }

  private func pending(_ error: String = "authorization_pending") -> Result<HTTPAnswer, any Error> {
    .success(.json(["error": .string(error)], status: .badRequest))
  }

  /// Signs in with the given answers of the token endpoint. Returns the result and the length of
  /// each pause.
  private func poll(
    _ members: [String: JSONValue] = members, _ answers: Result<HTTPAnswer, any Error>...
  ) async throws -> (result: Result<TokenResponse, any Error>, pauses: [Int64], transport: ScriptedTransport) {
    let transport = ScriptedTransport(results: [.success(.json(members))] + answers)
    let client = try client(transport)
    let authorization = try await client.deviceAuthorization()
    let clock = SteppingClock()
    let result: Result<TokenResponse, any Error>
    do {
      result = .success(try await client.tokens(for: authorization, clock: clock))
    } catch {
      result = .failure(error)
    }
    return (result, clock.sleeps.map(\.components.seconds), transport)
  }

  @Test func `The example of RFC 8628 is requested and read`() async throws {
    let transport = ScriptedTransport(.json(Self.members))
    let authorization = try await client(transport).deviceAuthorization(scope: Scope(["example_scope"]))
    let exchange = try #require(transport.exchanges.first)
    #expect(exchange.request.method == .post && exchange.request.path == "/device")
    #expect(String(decoding: exchange.body, as: UTF8.self) == "scope=example_scope&client_id=app")
    #expect(authorization.userCode == "WDJB-MJHT")
    #expect(authorization.verificationURI.text == "https://example.com/device")
    #expect(authorization.verificationURIComplete?.text == "https://example.com/device?user_code=WDJB-MJHT")
    #expect(authorization.expiresIn == .seconds(1_800) && authorization.interval == .seconds(5))
  }

  @Test func `The user's approval brings the tokens, with one request for each poll and no discovery`()
    async throws
  {
    // Some clients fetch the metadata again at each poll.
    let (result, pauses, transport) = try await poll(
      Self.members, pending(), pending(), .success(Fixture.tokens()))
    #expect(try result.get().accessToken == Secret("at-12345"))
    #expect(pauses == [5, 5, 5])
    #expect(transport.exchanges.map(\.request.path) == ["/device", "/token", "/token", "/token"])
    let form = try #require(transport.exchanges.last).form
    #expect(
      form.pairs.map { "\($0.name)=\($0.value)" } == [
        "grant_type=urn:ietf:params:oauth:grant-type:device_code",
        "device_code=GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS", "client_id=app",
      ])
  }

  // Some clients crash if interval is absent. Its default is 5 s (RFC 8628 §3.2).
  @Test(
    arguments: [
      (nil, [5, 5]), (.null, [5, 5]), (0, [1, 1]), (.string("7"), [7, 7]), (12, [12, 12]), (-5, [5, 5]),
      ([5], [5, 5]), ("soon", [5, 5]), (false, [5, 5]),
    ] as [(JSONValue?, [Int64])])
  func `The interval is respected, and is 5 seconds if absent or unusable`(_ interval: JSONValue?, _ expected: [Int64])
    async throws
  {
    var members = Self.members
    members["interval"] = interval
    let (result, pauses, _) = try await poll(members, pending(), .success(Fixture.tokens()))
    #expect(throws: Never.self) { try result.get() }
    #expect(pauses == expected)
  }

  // Some clients don't add 5 s after slow_down.
  @Test func `slow_down adds five seconds for this and all later requests`() async throws {
    let (result, pauses, _) = try await poll(
      Self.members, pending("slow_down"), pending(), pending("slow_down"), pending(), .success(Fixture.tokens()))
    #expect(throws: Never.self) { try result.get() }
    #expect(pauses == [5, 10, 10, 15, 15])
  }

  // GitHub's documentation, "slow_down"; openclaw/openclaw, pull request 46698.
  @Test func `slow_down may name a longer pause`() async throws {
    func slow(_ interval: JSONValue) -> Result<HTTPAnswer, any Error> {
      .success(.json(["error": "slow_down", "interval": interval], status: .badRequest))
    }
    let (result, pauses, _) = try await poll(
      Self.members, slow(30), pending(), slow("40"), slow(6), slow("x"), .success(Fixture.tokens()))
    #expect(throws: Never.self) { try result.get() }
    #expect(pauses == [5, 30, 30, 40, 45, 50])
  }

  // Some clients go on polling after access_denied.
  @Test func `A denial ends the waiting at once`() async throws {
    let (result, pauses, transport) = try await poll(
      Self.members, pending(), pending("access_denied"), .success(Fixture.tokens()))
    #expect(throws: PollingError.denied(ErrorResponse(.accessDenied))) { try result.get() }
    #expect(pauses == [5, 5])
    #expect(transport.exchanges.count == 3)
  }

  @Test(arguments: ["invalid_grant", "invalid_client", "something_new"])
  func `Any other refusal ends the waiting at once`(_ error: String) async throws {
    let (result, _, transport) = try await poll(Self.members, pending(error), .success(Fixture.tokens()))
    #expect(throws: EndpointError(.token, .refused(ErrorResponse(ErrorCode(error)), status: 400))) { try result.get() }
    #expect(transport.exchanges.count == 2)
  }

  // Microsoft Entra and GitHub have their own codes for the two endings of RFC 8628 §3.5.
  @Test(.covers("GitHub: errors of the device flow", "Entra: authorization_declined"), arguments: [200, 400, 403])
  func `A provider's own code for denied or expired ends the waiting too`(
    _ status: Int
  ) async throws {
    let declined = Self.answer("authorization_declined", status)
    let (denied, _, asked) = try await poll(Self.members, pending(), declined, .success(Fixture.tokens()))
    let refusal = ErrorResponse(ErrorCode("authorization_declined"))
    #expect(throws: PollingError.denied(refusal)) { try denied.get() }
    #expect(asked.exchanges.count == 3)
    let (late, _, _) = try await poll(
      Self.members, Self.answer("token_expired", status), .success(Fixture.tokens()))
    #expect(throws: PollingError.expired) { try late.get() }
  }

  // GitHub answers 200, Google 428 and 403, Auth0 403 and 429: the body is decisive.
  @Test(
    .covers("Google: device flow", "Auth0: device flow: status 403 and 429"),
    arguments: [200, 400, 401, 403, 428, 429, 500])
  func `The error code decides whether to continue, whatever the status`(_ status: Int) async throws {
    let (result, pauses, transport) = try await poll(
      Self.members, Self.answer("authorization_pending", status), Self.answer("slow_down", status),
      Self.answer("authorization_pending", status), .success(Fixture.tokens()))
    #expect(throws: Never.self) { try result.get() }
    #expect(pauses == [5, 5, 10, 10])
    #expect(transport.exchanges.count == 5)
  }

  @Test(.covers("Auth0: device flow: status 403 and 429"))
  func `Retry-After with slow_down doesn't change the five seconds`() async throws {
    var slow = HTTPAnswer.json(["error": "slow_down"], status: .tooManyRequests)
    slow.response.headerFields[.retryAfter] = "1"
    let (result, pauses, _) = try await poll(Self.members, .success(slow), .success(Fixture.tokens()))
    #expect(throws: Never.self) { try result.get() }
    #expect(pauses == [5, 10])
  }

  private static func answer(_ error: String, _ status: Int) -> Result<HTTPAnswer, any Error> {
    .success(.json(["error": .string(error)], status: .init(code: status)))
  }

  // Some clients ignore expires_in.
  @Test func `The codes' expiry ends the waiting, by the server's error or by the clock`() async throws {
    let (told, _, _) = try await poll(Self.members, pending("expired_token"))
    #expect(throws: PollingError.expired) { try told.get() }

    var members = Self.members
    members["expires_in"] = 21
    let (reached, pauses, transport) = try await poll(members, pending(), pending(), pending(), pending(), pending())
    #expect(throws: PollingError.expired) { try reached.get() }
    #expect(pauses == [5, 5, 5, 5])
    #expect(transport.exchanges.count == 5)

    members["expires_in"] = 0
    let (never, none, _) = try await poll(members)
    #expect(throws: PollingError.expired) { try never.get() }
    #expect(none.isEmpty)
  }

  @Test func `Time that passed before the waiting began counts`() async throws {
    let wall = ManualClock()
    let client = try client(ScriptedTransport(.json(Self.members), Fixture.tokens()), clock: wall)
    let authorization = try await client.deviceAuthorization()
    wall.advance(by: .seconds(1_796))
    await #expect(throws: PollingError.expired) {
      try await client.tokens(for: authorization, clock: SteppingClock())
    }
    wall.jump(by: .seconds(-3_600))
    #expect(try await client.tokens(for: authorization, clock: SteppingClock()).accessToken == Secret("at-12345"))
  }

  // RFC 8628 §3.5.
  @Test func `The pauses double while the server can't be reached, and shrink again afterwards`() async throws {
    let timeout = Result<HTTPAnswer, any Error>.failure(HTTPTransportError(.timedOut, origin: "https://as.example"))
    let (result, pauses, _) = try await poll(
      Self.members, pending("slow_down"), timeout, timeout, timeout, timeout, timeout, pending(),
      .success(Fixture.tokens()))
    #expect(throws: Never.self) { try result.get() }
    #expect(pauses == [5, 10, 20, 40, 60, 60, 60, 10])
  }

  @Test func `An overloaded server is asked again after its Retry-After`() async throws {
    var overloaded = HTTPAnswer.text("", status: .serviceUnavailable, contentType: "text/html")
    overloaded.response.headerFields[.retryAfter] = "90"
    let (result, pauses, _) = try await poll(
      Self.members, .success(overloaded), pending(), .success(Fixture.tokens()))
    #expect(throws: Never.self) { try result.get() }
    #expect(pauses == [5, 90, 5])
  }

  @Test func `A wait that outlasts the codes is cut for one last request, never below the interval`() async throws {
    var overloaded = HTTPAnswer.text("", status: .serviceUnavailable, contentType: "text/html")
    overloaded.response.headerFields[.retryAfter] = "90"
    let busy = Result<HTTPAnswer, any Error>.success(overloaded)
    let timeout = Result<HTTPAnswer, any Error>.failure(HTTPTransportError(.timedOut, origin: "https://as.example"))
    var members = Self.members
    members["expires_in"] = 60
    let (approved, pauses, _) = try await poll(members, busy, .success(Fixture.tokens()))
    #expect(throws: Never.self) { try approved.get() }
    #expect(pauses == [5, 52])

    let (offline, doubled, _) = try await poll(members, timeout, timeout, timeout, .success(Fixture.tokens()))
    #expect(throws: Never.self) { try offline.get() }
    #expect(doubled == [5, 10, 20, 22])

    members["interval"] = 1
    let (down, once, transport) = try await poll(members, busy, busy, .success(Fixture.tokens()))
    #expect(throws: PollingError.expired) { try down.get() }
    #expect(once == [1, 56])
    #expect(transport.exchanges.count == 3)

    // The interval of slow_down is an obligation (RFC 8628 §3.5), before the end too.
    members["expires_in"] = 18
    members["interval"] = 5
    let (slowed, slow, _) = try await poll(members, pending("slow_down"), busy, .success(Fixture.tokens()))
    #expect(throws: PollingError.expired) { try slowed.get() }
    #expect(slow == [5, 10])
    members["expires_in"] = 11
    let (late, short, _) = try await poll(members, busy, .success(Fixture.tokens()))
    #expect(throws: Never.self) { try late.get() }
    #expect(short == [5, 5])
  }

  @Test(arguments: [HTTPTransportError.Kind.tlsFailed, .invalidRequest, .answerTooLarge])
  func `A permanent failure ends the waiting`(_ kind: HTTPTransportError.Kind) async throws {
    let failure = HTTPTransportError(kind, origin: "https://as.example")
    let (result, _, _) = try await poll(Self.members, .failure(failure), .success(Fixture.tokens()))
    #expect(throws: failure) { try result.get() }
  }

  @Test func `Cancelling ends the waiting at once`() async throws {
    var members = Self.members
    members["interval"] = 900
    let client = try client(ScriptedTransport(.json(members)))
    let authorization = try await client.deviceAuthorization()
    let (begun, continuation) = AsyncStream.makeStream(of: PollingProgress.self)
    let task = Task {
      try await client.tokens(for: authorization, clock: ContinuousClock()) { continuation.yield($0) }
    }
    for await _ in begun { break }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `The progress is reported before each pause, with the time left`() async throws {
    let failure = HTTPTransportError(.connectionFailed, origin: "https://as.example")
    let transport = ScriptedTransport(results: [
      .success(.json(Self.members)), pending(), pending("slow_down"), .failure(failure), .success(Fixture.tokens()),
    ])
    let client = try client(transport)
    let seen = Mutex<[String]>([])
    _ = try await client.tokens(for: client.deviceAuthorization(), clock: SteppingClock()) { progress in
      seen.withLock {
        $0.append(
          "\(progress.state) \(progress.attempts) \(progress.nextAttempt.components.seconds) \(progress.remaining.components.seconds)"
        )
      }
    }
    #expect(
      seen.withLock { $0 } == ["begun 0 5 1800", "pending 1 5 1795", "slowedDown 2 10 1790", "unreachable 3 20 1780"])
  }

  @Test func `Each request has every resource as a parameter of its own`() async throws {
    let transport = ScriptedTransport(.json(Self.members), Fixture.tokens())
    let client = try client(transport)
    _ = try await client.tokens(
      for: client.deviceAuthorization(), resources: ["https://a.example", "https://b.example"], clock: SteppingClock())
    #expect(try #require(transport.exchanges.last).form.all("resource") == ["https://a.example", "https://b.example"])
  }

  @Test func `Codes of another client or server are not used`() async throws {
    let authorization = try await client(ScriptedTransport(.json(Self.members))).deviceAuthorization()
    let other = OAuthClient(id: "other", server: try Fixture.metadata(), transport: ScriptedTransport(Fixture.tokens()))
    await #expect(throws: EndpointError(.token, .foreignCode)) {
      try await other.tokens(for: authorization, clock: SteppingClock())
    }
  }

  @Test func `A server without the endpoint differs from one that refuses`() async throws {
    let error = try await #require(throws: EndpointError.self) { try await Fixture.client().deviceAuthorization() }
    #expect(error.endpoint == .deviceAuthorization && error.problem == .notAnnounced)
    let transport = ScriptedTransport(.json(["error": "unauthorized_client"], status: .badRequest))
    let refused = try await #require(throws: EndpointError.self) { try await client(transport).deviceAuthorization() }
    #expect(refused.problem == .refused(ErrorResponse(.unauthorizedClient), status: 400))
  }

  @Test(arguments: ["device_code", "user_code", "verification_uri", "expires_in"])
  func `A missing required member is an error`(_ member: String) async throws {
    for missing in [nil, .null, ""] as [JSONValue?] {
      var members = Self.members
      members[member] = missing
      let transport = ScriptedTransport(.json(members))
      let error = try await #require(throws: EndpointError.self) { try await client(transport).deviceAuthorization() }
      #expect(error.problem == .missingMember(member))
    }
  }

  @Test(
    arguments: [
      ("device_code", "a\r\nb"), ("device_code", 1), ("user_code", "A\u{1B}[2J"), ("user_code", "A\u{202E}B"),
      ("user_code", .string(String(repeating: "A", count: 65))), ("verification_uri", "http://example.com/device"),
      ("verification_uri", "javascript:alert(1)"), ("verification_uri", "see the manual"), ("expires_in", -1),
      ("expires_in", "soon"),
    ] as [(String, JSONValue)])
  func `Members that can't be shown, typed or waited for are errors`(_ member: String, _ value: JSONValue) async throws
  {
    let transport = ScriptedTransport(.json(Self.members.merging([member: value]) { $1 }))
    let error = try await #require(throws: EndpointError.self) { try await client(transport).deviceAuthorization() }
    #expect(error.problem == .malformedMember(member))
  }

  @Test func `An unusable address with the code is left out`() async throws {
    for value in ["javascript:alert(1)", 1, .null] as [JSONValue] {
      let transport = ScriptedTransport(.json(Self.members.merging(["verification_uri_complete": value]) { $1 }))
      #expect(try await client(transport).deviceAuthorization().verificationURIComplete == nil)
    }
  }

  // Google names the address verification_url.
  @Test func `The older name of the address is read`() async throws {
    var members = Self.members
    members["verification_url"] = members.removeValue(forKey: "verification_uri")
    let authorization = try await client(ScriptedTransport(.json(members))).deviceAuthorization()
    #expect(authorization.verificationURI.text == "https://example.com/device")
    for odd in [.null, "", 1] as [JSONValue] {
      members["verification_uri"] = odd
      let authorization = try await client(ScriptedTransport(.json(members))).deviceAuthorization()
      #expect(authorization.verificationURI.text == "https://example.com/device")
    }
  }

  @Test func `Neither code is printed, nor a device code that a server sends back`() async throws {
    let transport = ScriptedTransport(
      .json(Self.members),
      .json(
        ["error": "invalid_grant", "error_description": "no GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS"],
        status: .badRequest))
    let client = try client(transport)
    let authorization = try await client.deviceAuthorization()
    var dumped = ""
    dump(authorization, to: &dumped)
    for text in ["\(authorization)", String(reflecting: authorization), dumped] {
      #expect(!text.contains("GmRh") && !text.contains("WDJB"))
    }
    let error = try await #require(throws: EndpointError.self) {
      try await client.tokens(for: authorization, clock: SteppingClock())
    }
    #expect("\(error)".contains("no [redacted]"))
  }
}
