import Evidence
import Foundation
import HTTPTypes
import OAuthCore
import OAuthTestSupport
import Synchronization
import Testing

@testable import OAuthServer

/// The limit on requests that the server stores for unauthenticated clients.
@Suite(.covers("RFC 9126 §2, server")) struct UnprovenRequestTests {
  private static let here = RequestContext(address: ClientAddress("192.0.2.1"))
  private static let elsewhere = RequestContext(address: ClientAddress("192.0.2.2"))

  /// Makes a server that stores two unauthenticated requests per minute and address. Its clients
  /// are `app` (public), `web` (with a secret), and the devices `tv` and `box`.
  private func server() throws -> TestServer {
    try TestServer(asking: TestServer.clients(), features: [.dpop, .pushedRequests, .deviceAuthorization]) {
      $0.requests.unprovenPerAddress = 2
    }
  }

  /// A kind of request that the server stores.
  enum Kept: CaseIterable {
    case pushedRequest, deviceAuthorization

    func send(_ test: TestServer, isConfidential: Bool = false, _ context: RequestContext) async -> HTTPAnswer {
      var form: FormParameters
      switch self {
      case .pushedRequest: form = TestServer.authorization(["client_id": isConfidential ? "web" : "app"])
      case .deviceAuthorization: form = TestServer.form([("client_id", isConfidential ? "box" : "tv")])
      }
      if isConfidential { form.append("client_secret", TestServer.clientSecret) }
      return await test.post(self == .pushedRequest ? "/par" : "/device_authorization", form, context: context)
    }

    var granted: Int { self == .pushedRequest ? 201 : 200 }
  }

  @Test(arguments: [(1, 5), (2, 3), (3, 2), (5, 1), (9, 1)])
  func `Each of several processes stores its share`(processes: Int, share: Int) async throws {
    let test = try TestServer(asking: TestServer.clients(), features: [.pushedRequests]) {
      $0.requests.unprovenPerAddress = 5
      $0.processes = processes
    }
    for _ in 0..<share { #expect(await Kept.pushedRequest.send(test, Self.here).status == 201) }
    #expect(await Kept.pushedRequest.send(test, Self.here).status == 429)
  }

  // RFC 9126 §2.3: the server may limit the number of pushed requests.
  @Test(.covers("attack: requests without end", "RFC 6585 §4, server"), arguments: Kept.allCases)
  func `One address may store a limited number of requests per minute, and other addresses have their own limit`(
    kept: Kept
  ) async throws {
    let test = try server()
    for _ in 0..<2 { #expect(await kept.send(test, Self.here).status == kept.granted) }
    let refused = await kept.send(test, Self.here)
    #expect(refused.status == 429 && refused.error == "temporarily_unavailable")
    #expect(refused.field("Retry-After") == "60")
    for _ in 0..<2 { #expect(await kept.send(test, Self.elsewhere).status == kept.granted) }
    test.clock.advance(by: .seconds(59))
    #expect(await kept.send(test, Self.here).status == 429)
    test.clock.advance(by: .seconds(1))
    #expect(await kept.send(test, Self.here).status == kept.granted)
  }

  // A stranger stored 16,000 proofs in 8 s.
  @Test(.covers("attack: requests without end"))
  func `The proofs of a public client are counted before they are stored, apart from its requests`() async throws {
    let test = try server()
    let proof = try PlayedProof()
    func error(_ fields: HTTPFields, from address: String = "192.0.2.1") async -> String? {
      let form = TestServer.form([
        ("grant_type", "authorization_code"), ("client_id", "app"), ("code", "unknown"),
        ("redirect_uri", TestServer.redirect), ("code_verifier", String(repeating: "v", count: 43)),
      ])
      return await test.post("/token", form, fields: fields, from: ClientAddress(address)).error
    }
    for _ in 0..<2 { #expect(await error(try proof.field(test)) == "invalid_grant") }
    let third = try proof.field(test)
    #expect(await error(third) == "temporarily_unavailable")
    #expect(await error(try proof.field(test), from: "192.0.2.2") == "invalid_grant")
    #expect(await Kept.pushedRequest.send(test, Self.here).status == 201)
    // The third proof wasn't stored, or it would be a used one now.
    test.clock.advance(by: .seconds(60))
    #expect(await error(third) == "invalid_grant")
    #expect(await error(third) == "invalid_dpop_proof")
  }

  @Test func `All kinds of stored requests share one limit`() async throws {
    let test = try server()
    for kept in Kept.allCases { #expect(await kept.send(test, Self.here).status == kept.granted) }
    for kept in Kept.allCases { #expect(await kept.send(test, Self.here).status == 429) }
  }

  @Test(arguments: Kept.allCases)
  func `Authenticated clients and callers in the same process aren't counted`(kept: Kept) async throws {
    let test = try server()
    for _ in 0..<5 {
      #expect(await kept.send(test, isConfidential: true, Self.here).status == kept.granted)
      #expect(await kept.send(test, RequestContext()).status == kept.granted)
    }
    #expect(await kept.send(test, Self.here).status == kept.granted)
  }

  @Test func `A rejected request isn't counted`() async throws {
    let test = try server()
    for _ in 0..<5 {
      let form = TestServer.authorization(["client_id": "app", "redirect_uri": "https://evil.example/"])
      #expect(await test.post("/par", form, context: Self.here).status == 400)
    }
    for _ in 0..<2 { #expect(await Kept.pushedRequest.send(test, Self.here).status == 201) }
  }

  // Any client can register a secret, so the secret proves nothing.
  @Test func `A client that registered itself is counted although it has a secret`() async throws {
    var client = try TestServer.asking()
    client.couldBeRegisteredByAnyone = true
    let test = try TestServer(asking: [client]) { $0.requests.unprovenPerAddress = 1 }
    var form = TestServer.webRequest()
    form.append("client_secret", TestServer.clientSecret)
    #expect(await test.post("/par", form, context: Self.here).status == 201)
    #expect(await test.post("/par", form, context: Self.here).status == 429)
  }

  @Test(.covers("attack: requests without end")) func `A request above the limit doesn't use up its proof`()
    async throws
  {
    let test = try TestServer(asking: TestServer.clients()) { $0.requests.unprovenPerAddress = 1 }
    let form = TestServer.authorization(["client_id": "app"])
    func push(_ fields: HTTPFields) async -> Int {
      await test.post("/par", form, fields: fields, from: Self.here.address).status
    }
    #expect(await push([:]) == 201)
    let proof = try PlayedProof().field(test, path: "/par")
    #expect(await push(proof) == 429)
    test.clock.advance(by: .seconds(60))
    #expect(await push(proof) == 201)
    test.clock.advance(by: .seconds(60))
    #expect(await push(proof) == 400)
  }

  // One address may use half of the limit of all addresses together. The rest stays for the others.
  @Test(.covers("attack: registrations without end")) func `One address can't use up the registrations of all others`()
    async throws
  {
    var policy = RegistrationPolicy(.open)
    policy.clientsPerMinute = 4
    let test = try RegistrationServer(policy)
    func register(_ context: RequestContext) async -> HTTPAnswer {
      var request = HTTPRequest(method: .post, scheme: "https", authority: "login.example", path: "/register")
      request.headerFields[.contentType] = "application/json"
      return await test.server.respond(
        to: request, body: Array(#"{"redirect_uris": ["https://client.example/callback"]}"#.utf8), context: context)
    }
    for _ in 0..<2 { #expect(await register(Self.here).status == 201) }
    let refused = await register(Self.here)
    #expect(refused.status == 429 && refused.field("Retry-After") == "60")
    for _ in 0..<2 { #expect(await register(Self.elsewhere).status == 201) }
    // The limit of all addresses together is reached.
    #expect(await register(RequestContext(address: ClientAddress("192.0.2.3"))).status == 429)
    test.clock.advance(by: .seconds(60))
    #expect(await register(Self.here).status == 201)
  }

  // RFC 6177 §2: one customer may hold all addresses with the same first 56 bits.
  @Test func `IPv6 addresses of one customer share one limit`() async throws {
    let test = try server()
    func status(_ address: String) async -> Int {
      await Kept.pushedRequest.send(test, RequestContext(address: ClientAddress(address))).status
    }
    #expect(await status("2001:db8:0:1::1") == 201)
    #expect(await status("2001:db8:0:2::1") == 201)
    #expect(await status("2001:db8:0:3::1") == 429)
    #expect(await status("2001:db8:0:100::1") == 201)
  }

  // RFC 9101 §10.4: opening the link makes the server fetch the object, whatever the client.
  @Test(.covers("attack: requests without end"))
  func `The server fetches a limited number of request objects for one address`() async throws {
    let calls = Mutex(0)
    let object = try RequestObjects.signed()
    let client = try RequestObjects.client { $0.requestURIs = [RequestURITests.address] }
    let transport = Answering {
      calls.withLock { $0 += 1 }
      return RequestURITests.found(object)
    }
    let test = try TestServer(asking: [client], transport: transport) { $0.requests.unprovenPerAddress = 2 }
    let request = RequestURITests.request(["redirect_uri": TestServer.redirect])
    func open(_ context: RequestContext) async -> HTTPAnswer {
      await test.get("/authorize?" + request.formEncoded(), fields: [:], context: context)
    }
    for _ in 0..<2 { #expect(await open(Self.here).status == 200) }
    #expect(try await open(Self.here).callbackError(state: nil) == "temporarily_unavailable")
    #expect(await open(Self.elsewhere).status == 200)
    #expect(calls.withLock { $0 } == 3)
  }

  @Test(.covers("attack: requests without end"))
  func `A customer's network of 48 bits has twice the limit of an address`() throws {
    let rate = UnauthenticatedRequestRate()
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    func admitted(_ network: String) -> Int {
      (0..<0x100).count { site in
        (0..<20).contains { host in
          // The same 56 bits have the limit of one address.
          !rate.admits(ClientAddress("\(network):\(String(site << 8 | host, radix: 16))::1"), at: now, perMinute: 10)
        }
      }
    }
    // Every site is refused at last, the first one after ten requests.
    #expect(admitted("2001:db8:7") == 0x100)
    #expect(rate.number(ClientAddress("2001:db8:8::1"), at: now, perMinute: 10) == 1)
    #expect(rate.number(ClientAddress("2001:db8:8:ff00::1"), at: now, perMinute: 10) == 2)
    #expect(rate.number(ClientAddress("2001:db8:7:4200::1"), at: now, perMinute: 1_000) == 21)
  }

  @Test func `Few networks leave a part of a common limit to others`() {
    let shares = [1, 2, 3, 10, 11, 60].map { UnauthenticatedRequestRate.share(of: 120, for: $0) }
    #expect(shares == [120, 120, 90, 90, 60, 60])
    #expect([1, 3, 11].map { UnauthenticatedRequestRate.share(of: 1, for: $0) } == [1, 1, 1])
  }

  @Test func `The number of remembered addresses is bounded`() throws {
    let rate = UnauthenticatedRequestRate()
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    func address(_ number: Int) -> ClientAddress? {
      ClientAddress("10.\(number >> 16).\(number >> 8 & 0xFF).\(number & 0xFF)")
    }
    for number in 0..<UnauthenticatedRequestRate.capacity {
      #expect(rate.admits(address(number), at: now, perMinute: 1))
    }
    // All counts began anew: other addresses never shut one out.
    #expect(rate.admits(address(0), at: now, perMinute: 1))
    #expect(!rate.admits(address(0), at: now, perMinute: 1))
    // A clock that was set back begins a new minute.
    #expect(rate.admits(address(0), at: now - 1, perMinute: 1))
  }
}
