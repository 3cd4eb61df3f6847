import Evidence
import HTTPTypes
import OAuthCore
import OAuthTestSupport
import Testing

@testable import JOSE

@Suite(.covers("OpenID Core §10.1.1")) struct RemoteKeySetTests {
  private let clock = ManualClock()
  private let first: SigningKey
  private let second: SigningKey

  init() throws {
    first = try SigningKey.generate(.es256, keyID: "first")
    second = try SigningKey.generate(.edDSA, keyID: "second")
  }

  private static func answer(_ keys: [SigningKey], cacheControl: [String] = [], age: String? = nil) -> HTTPAnswer {
    var answer = HTTPAnswer.json(["keys": .array(keys.compactMap(\.verificationKey.publicJWK))])
    answer.response.headerFields[values: .cacheControl] = cacheControl
    answer.response.headerFields[.age] = age
    return answer
  }

  private func remote(_ transport: any HTTPTransport) throws -> RemoteKeySet {
    RemoteKeySet(try Endpoint("https://as.example/keys?t=1"), through: transport, clock: clock.wallClock)
  }

  private func token(_ key: SigningKey) throws -> JSONWebSignature {
    try JSONWebSignature(compact: key.sign(["sub": "me"]).reveal())
  }

  private func isAccepted(_ key: SigningKey, by remote: RemoteKeySet) async throws -> Bool {
    do {
      return try await remote.verified(token(key), allowing: SignatureAlgorithm.asymmetric).claims() == ["sub": "me"]
    } catch is JOSEError {
      return false
    }
  }

  @Test func `The keys are fetched once and then cached`() async throws {
    let transport = ScriptedTransport(Self.answer([first, second]))
    let remote = try remote(transport)
    for _ in 0..<10 {
      #expect(try await isAccepted(first, by: remote))
      #expect(try await isAccepted(second, by: remote))
    }
    let request = try #require(transport.exchanges.first?.request)
    #expect(transport.exchanges.count == 1)
    #expect(request.method == .get && request.authority == "as.example" && request.path == "/keys?t=1")
    #expect(request.headerFields[.accept] == "application/jwk-set+json, application/json")
  }

  // instructure/canvas-lms, issue 2639.
  @Test func `A byte order mark before the keys makes no difference`() async throws {
    var answer = Self.answer([first])
    answer.body = [0xEF, 0xBB, 0xBF] + answer.body
    #expect(try await isAccepted(first, by: remote(ScriptedTransport(answer))))
  }

  @Test func `A thousand tasks that need the keys at once cause one fetch`() async throws {
    let transport = GatedTransport(Self.answer([first]))
    let remote = try remote(transport)
    let token = try token(first)
    try await withThrowingTaskGroup(of: VerifiedSignature.self) { group in
      for _ in 0..<1_000 { group.addTask { try await remote.verified(token, allowing: [.es256]) } }
      await transport.firstRequest()
      transport.open()
      var accepted = 0
      for try await _ in group { accepted += 1 }
      #expect(accepted == 1_000)
    }
    #expect(transport.requests == 1)
  }

  @Test(.timeLimit(.minutes(60)))
  func `A cancelled task stops waiting for the keys at once, and the fetch continues`() async throws {
    let transport = GatedTransport(Self.answer([first]))
    let remote = try remote(transport)
    let impatient = Task { try await remote.keys() }
    await transport.firstRequest()
    impatient.cancel()
    // The answer hasn't arrived yet.
    await #expect(throws: CancellationError.self) { try await impatient.value }
    let patient = Task { try await remote.keys() }
    transport.open()
    #expect(try await patient.value.keys.count == 1)
    #expect(transport.requests == 1)
  }

  @Test(.timeLimit(.minutes(60)))
  func `A task cancelled in the search for a newer key ends with the cancellation`() async throws {
    let search = GatedTransport(Self.answer([first, second]))
    let remote = try remote(GatedAfterFirst(first: ScriptedTransport(Self.answer([first])), later: search))
    #expect(try await isAccepted(first, by: remote))
    let token = try token(second)
    let searching = Task { try await remote.verified(token, allowing: SignatureAlgorithm.asymmetric) }
    await search.firstRequest()
    searching.cancel()
    await #expect(throws: CancellationError.self) { try await searching.value }
    search.open()
    #expect(try await isAccepted(second, by: remote))
    #expect(search.requests == 1)
  }

  /// Answers the first request at once, and lets a test delay the later ones.
  private struct GatedAfterFirst: HTTPTransport {
    let first: ScriptedTransport
    let later: GatedTransport

    func send(_ request: HTTPRequest, body: [UInt8], limits: HTTPLimits) async throws -> HTTPAnswer {
      try await first.exchanges.isEmpty
        ? first.send(request, body: body, limits: limits) : later.send(request, body: body, limits: limits)
    }
  }

  // RFC 9111 §4.2, §5.2.2.1.
  @Test(
    .covers("RFC 9111 §4.2"),
    arguments: [
      ([], nil, 900), (["max-age=600"], nil, 600), (["public, MAX-AGE=600 , must-revalidate"], nil, 600),
      (["max-age=\"600\""], nil, 600), (["public", "max-age=600"], nil, 600), (["max-age=600, max-age=300"], nil, 300),
      (["max-age=0"], nil, 60), (["max-age=59"], nil, 60), (["no-store"], nil, 60),
      (["no-cache, max-age=600"], nil, 60),
      (["max-age=604800"], nil, 86_400), (["max-age=99999999999999999999999"], nil, 86_400), (["max-age=-1"], nil, 900),
      (["max-age=1.5"], nil, 900), (["max-age="], nil, 900), (["max-age"], nil, 900), (["s-maxage=600"], nil, 900),
      (["max-age=600"], "100", 500), (["max-age=600"], "590", 60), (["max-age=600"], "7000", 60),
      (["max-age=600"], "x", 600),
      (["max-age=\u{661}\u{662}\u{663}\u{664}"], nil, 900), ([",,;=\"\",max-age=\""], nil, 900),
    ] as [([String], String?, Double)])
  func `The keys are cached for the server's max-age, from a minute to a day`(
    cacheControl: [String], age: String?, seconds: Double
  ) async throws {
    let transport = ScriptedTransport(Self.answer([first], cacheControl: cacheControl, age: age), Self.answer([second]))
    let remote = try remote(transport)
    _ = try await remote.keys()
    clock.advance(by: .seconds(seconds - 0.5))
    #expect(try await remote.keys().keys.map(\.keyID) == ["first"])
    clock.advance(by: .seconds(1))
    #expect(try await remote.keys().keys.map(\.keyID) == ["second"])
    #expect(transport.exchanges.count == 2)
  }

  @Test(
    .covers(
      "RP config: oidcc-client-test-signing-key-rotation",
      "RP config: oidcc-client-test-signing-key-rotation-just-before-signing"))
  func `An unknown kid causes another fetch at once`() async throws {
    let transport = ScriptedTransport(Self.answer([first]), Self.answer([first, second]))
    let remote = try remote(transport)
    #expect(try await isAccepted(first, by: remote))
    #expect(try await isAccepted(second, by: remote))
    #expect(try await isAccepted(first, by: remote))
    #expect(transport.exchanges.count == 2)
  }

  @Test func `A new key without a kid, and one that replaces another, are found as well`() async throws {
    let nameless = try SigningKey.generate(.es256)
    let successor = try SigningKey.generate(.es256)
    let transport = ScriptedTransport(Self.answer([nameless]), Self.answer([successor]))
    let remote = try remote(transport)
    #expect(try await isAccepted(nameless, by: remote))
    #expect(try await isAccepted(successor, by: remote))
    #expect(transport.exchanges.count == 2)
  }

  @Test func `Any number of unknown kids causes one fetch in 30 seconds`() async throws {
    let transport = ScriptedTransport(results: Array(repeating: .success(Self.answer([first])), count: 10))
    let remote = try remote(transport)
    for index in 0..<200 {
      #expect(try await !isAccepted(SigningKey.generate(.es256, keyID: "unknown \(index)"), by: remote))
    }
    #expect(transport.exchanges.count == 2)
    clock.advance(by: .seconds(29))
    #expect(try await !isAccepted(second, by: remote))
    #expect(transport.exchanges.count == 2)
    clock.advance(by: .seconds(1))
    #expect(try await !isAccepted(second, by: remote))
    #expect(try await !isAccepted(second, by: remote))
    #expect(transport.exchanges.count == 3)
    #expect(try await isAccepted(first, by: remote))
  }

  // An issuer that revokes a key publishes twice within seconds.
  @Test func `A second and a third change within 30 seconds are found, and no further one`() async throws {
    let keys = try (0..<6).map { try SigningKey.generate(.es256, keyID: "change \($0)") }
    let transport = ScriptedTransport(results: keys.map { .success(Self.answer([$0])) })
    let remote = try remote(transport)
    for key in keys.prefix(4) { #expect(try await isAccepted(key, by: remote)) }
    #expect(try await !isAccepted(keys[4], by: remote))
    #expect(transport.exchanges.count == 4)
    clock.advance(by: .seconds(30))
    #expect(try await isAccepted(keys[4], by: remote))
  }

  // RFC 7515 §4.1.4: a token without kid may have been signed by any of them.
  @Test(.covers("attack: keys that are slow to verify with"))
  func `Of a stranger's keys three are tried, and slow ones none`() async throws {
    let keys = try (0..<5).map { _ in try SigningKey.generate(.es256) }
    let set = JSONWebKeySet(keys.map(\.verificationKey))
    let transport = ScriptedTransport(results: Array(repeating: .success(Self.answer(keys)), count: 3))
    let remote = RemoteKeySet(
      try Endpoint("https://as.example/jwks"), through: transport, limits: HTTPLimits(), clock: clock.wallClock,
      isOfStranger: true)
    for (index, key) in keys.enumerated() {
      #expect(try await isAccepted(key, by: remote) == (index < 3))
      let token = try token(key)
      #expect(((try? token.verified(by: set.ofStranger, allowing: [.es256])) != nil) == (index < 3))
      #expect((try? token.verified(by: set, allowing: [.es256])) != nil)
    }
  }

  @Test func `A wrong signature under a known kid, and a token rejected without a key, cause no fetch`() async throws {
    let transport = ScriptedTransport(Self.answer([first]))
    let remote = try remote(transport)
    let token = try token(first)
    await #expect(throws: JOSEError.algorithmNotAllowed(UntrustedText("ES256"))) {
      try await remote.verified(token, allowing: [.rs256])
    }
    await #expect(throws: JOSEError.wrongType(nil)) {
      try await remote.verified(token, allowing: [.es256], type: .exactly("at+jwt"))
    }
    #expect(transport.exchanges.isEmpty)
    let impostor = try SigningKey.generate(.es256, keyID: "first")
    for _ in 0..<5 { #expect(try await !isAccepted(impostor, by: remote)) }
    #expect(transport.exchanges.count == 1)
  }

  @Test func `While the server is down, the old keys are used for 48 hours, with a fetch every 30 seconds`()
    async throws
  {
    let down = HTTPTransportError(.connectionFailed, origin: "https://as.example")
    let answers: [Result<HTTPAnswer, any Error>] =
      [.success(Self.answer([first], cacheControl: ["max-age=86400"]))] + Array(repeating: .failure(down), count: 4)
      + [.success(Self.answer([second]))]
    let transport = ScriptedTransport(results: answers)
    let remote = try remote(transport)
    #expect(try await isAccepted(first, by: remote))
    clock.advance(by: .seconds(24 * 3_600 + 1))
    for _ in 0..<20 { #expect(try await isAccepted(first, by: remote)) }
    #expect(transport.exchanges.count == 2)
    // An unknown kid doesn't cause more fetches.
    #expect(try await !isAccepted(second, by: remote))
    #expect(transport.exchanges.count == 2)
    clock.advance(by: .seconds(31))
    for _ in 0..<20 { #expect(try await isAccepted(first, by: remote)) }
    #expect(transport.exchanges.count == 3)
    clock.advance(by: .seconds(24 * 3_600))
    await #expect(throws: HTTPTransportError.self) { try await remote.keys() }
    await #expect(throws: HTTPTransportError.self) { try await remote.keys() }
    #expect(transport.exchanges.count == 5)
    #expect(try await remote.keys().keys.map(\.keyID) == ["second"])
  }

  @Test(arguments: [
    HTTPAnswer.text("<html>"), .text("[]"), .text("{}"), .text(""), .json(["keys": "none"]),
    .text(#"{"keys":[],"keys":[]}"#),
    .json(["keys": []], status: .notFound), .json(["keys": []], status: .found), .json(["keys": []], status: .created),
    .json(["keys": []], status: .internalServerError),
    .json(["keys": .array(Array(repeating: JSONValue.object([:]), count: 101))]),
  ])
  func `An invalid response is an error on the first fetch, and ignored later`(_ answer: HTTPAnswer)
    async throws
  {
    let transport = ScriptedTransport(answer, Self.answer([first]), answer, Self.answer([second]))
    let remote = try remote(transport)
    let error = await #expect(throws: RemoteKeySetError.self) { try await remote.keys() }
    #expect(error.map { !$0.description.isEmpty && $0.code.hasPrefix("jwks_") && $0.step == .verification } ?? false)
    #expect(error.map { !$0.description.contains("t=1") } ?? false)
    #expect(try await remote.keys().keys.map(\.keyID) == ["first"])
    #expect(try await !isAccepted(second, by: remote))
    #expect(try await remote.keys().keys.map(\.keyID) == ["first"])
    clock.advance(by: .seconds(30))
    #expect(try await isAccepted(second, by: remote))
  }

  @Test func `A clock that is set back or forward never extends the use of keys`() async throws {
    let answers = [[first], [second], [first], [second]].map { Self.answer($0) }
    let transport = ScriptedTransport(results: answers.map { .success($0) })
    let remote = try remote(transport)
    #expect(try await remote.keys().keys.map(\.keyID) == ["first"])
    clock.jump(by: .seconds(-3_600))
    #expect(try await remote.keys().keys.map(\.keyID) == ["second"])
    clock.advance(by: .seconds(400 * 86_400))
    #expect(try await remote.keys().keys.map(\.keyID) == ["first"])
    // Clocks are often corrected by a few seconds.
    clock.jump(by: .seconds(-10))
    #expect(try await isAccepted(first, by: remote))
    #expect(transport.exchanges.count == 3)
    // An unknown kid arrives after the clock was set back behind the last fetch for one.
    #expect(try await isAccepted(second, by: remote))
    clock.jump(by: .seconds(-3_600))
    await #expect(throws: HTTPTransportError.self) { try await remote.keys() }
    #expect(transport.exchanges.count == 5)
  }

  @Test func `Secrets that a server publishes verify nothing`() async throws {
    let secret = try SigningKey(secret: Secret(String(repeating: "s", count: 64)), algorithm: .hs256)
    let members = secret.verificationKey.definingMembers.mapValues { JSONValue.string($0) }
    let remote = try remote(
      ScriptedTransport(.json(["keys": [.object(members)]]), .json(["keys": [.object(members)]])))
    let token = try token(secret)
    await #expect(throws: JOSEError.noMatchingKey(keyID: nil)) {
      try await remote.verified(token, allowing: Set(SignatureAlgorithm.allCases))
    }
  }
}
