import Evidence
import Foundation
import HTTPTypes
import JOSE
import OAuth
import OAuthCore
import OAuthServer
import OAuthTestSupport
import OpenIDConnect
import Testing

/// Pairwise subjects and their sectors (OpenID Connect Core §8.1, Registration §5).
@Suite(.covers("OpenID Core §8.1, server", "OpenID Registration §2, server")) struct SectorTests {
  static let document = "https://sector.example/redirects.json"

  private func list(_ addresses: [String], status: HTTPResponse.Status = .ok) -> HTTPAnswer {
    .text(
      String(decoding: JSONValue.array(addresses.map { .string($0) }).bytes(), as: UTF8.self), status: status)
  }

  private var asked: [String: JSONValue] {
    ["subject_type": "pairwise", "sector_identifier_uri": .string(Self.document)]
  }

  @Test(.covers("OP dynamic: oidcc-registration-sector-uri"))
  func `A user has a different subject in each sector, always the same one, and never the internal one`()
    async throws
  {
    let transport = ScriptedTransport(list([RegistrationServer.redirect]), list([RegistrationServer.redirect]))
    let test = try RegistrationServer(transport: transport)
    let own = try await test.registered(["subject_type": "pairwise"])
    let sector = try await test.registered(asked)
    let sibling = try await test.registered(asked)
    var names: [String?] = []
    for client in [own, own, sector, sibling] {
      let tokens = try await test.tokens(client)
      let name = try await test.idToken(tokens).claims["sub"]?.string
      // Core §5.3.2: the UserInfo endpoint returns the same subject.
      #expect(try await test.get("/userinfo", token: tokens.access).members["sub"]?.string == name)
      names.append(name)
    }
    #expect(names[0] == names[1] && names[2] == names[3] && names[0] != names[2])
    #expect(!names.contains("248289761001") && names.allSatisfy { $0?.utf8.count == 43 })
    #expect(sector["sector_identifier_uri"] == .string(Self.document) && sector["sector_identifier"] == nil)
    let request = try #require(transport.exchanges.first?.request)
    #expect(request.method == .get && request.authority == "sector.example" && request.path == "/redirects.json")
  }

  @Test func `An ID token with a pairwise subject works as a hint`() async throws {
    let test = try RegistrationServer()
    let client = try await test.registered(["subject_type": "pairwise"])
    let token = try #require(try await test.tokens(client).members["id_token"]?.string)
    _ = try await test.tokens(client, ["id_token_hint": token])
    // Pairwise subjects hide which users of two sectors are the same.
    let elsewhere = try await test.tokens(try await test.registered([:]))
    let id = try #require(client["client_id"]?.string)
    let asked = RegistrationServer.authorization(id, ["id_token_hint": elsewhere.members["id_token"]?.string])
    #expect(
      try await test.post("/authorize/decision", TestServer.decision(asked)).callback("error") == "login_required")
    let other = try OpenIDKeys.rs256.get().sign(["iss": .string(TestServer.issuer), "sub": "somebody else", "exp": 0])
      .reveal()
    let answer = await test.post(
      "/authorize/decision", TestServer.decision(RegistrationServer.authorization(id, ["id_token_hint": other])))
    #expect(try answer.callback("error") == "login_required")
  }

  // OpenID Connect Core §5.5.1, §8.1.
  @Test func `A sub in claims is compared with the pairwise subject, not with the server's own`() async throws {
    let test = try RegistrationServer(features: [.sessions, .pushedRequests, .deviceAuthorization])
    let client = try await test.registered(["subject_type": "pairwise"])
    let id = try #require(client["client_id"]?.string)
    let (cookie, code) = try await test.signIn(id)
    let name = try #require(try await test.idToken(test.redeem(client, for: code)).claims["sub"]?.string)
    for (subject, mayAnswer) in [(name, true), ("248289761001", false), ("somebody else", false)] {
      let claims = JSONValue.object(["id_token": ["sub": ["value": .string(subject)]]]).bytes()
      func ask(_ changes: Changes) async -> HTTPAnswer {
        let request = RegistrationServer.authorization(
          id, changes.merging(["claims": String(decoding: claims, as: UTF8.self)]) { $1 })
        return await test.send(.get, "/authorize?" + request.queryEncoded(), fields: [.cookie: cookie])
      }
      // The server stores no consents here, so the named user still needs to consent.
      #expect(
        try await ask(["prompt": "none"]).callback("error") == (mayAnswer ? "consent_required" : "login_required"))
      _ = await ask([:])
      if mayAnswer, case .consent = test.pages.last { continue }
      guard !mayAnswer, case .signIn = test.pages.last else { throw AuthorizationRequestTests.Unexpected() }
    }
  }

  @Test func `At most as many sector documents are fetched in a minute as clients may be registered`()
    async throws
  {
    var policy = RegistrationPolicy(.open)
    policy.clientsPerMinute = 2
    let transport = ScriptedTransport(list([]), .text("{}"), list([RegistrationServer.redirect]))
    let test = try RegistrationServer(policy, transport: transport)
    for number in 1...4 {
      let address = JSONValue.string("https://sector.example/\(number)")
      let answer = await test.register(["subject_type": "pairwise", "sector_identifier_uri": address])
      #expect(answer.status == (number > 2 ? 429 : 400))
      #expect(answer.field("Retry-After") == (number > 2 ? "60" : nil))
    }
    #expect(transport.exchanges.count == 2)
    test.clock.advance(by: .seconds(60))
    #expect(await test.register(asked).status == 201)
  }

  @Test(.covers("attack: registrations without end"))
  func `One address can't use up the sector documents of all others`() async throws {
    var policy = RegistrationPolicy(.open)
    policy.clientsPerMinute = 4
    let transport = ScriptedTransport(list([]), list([]), list([RegistrationServer.redirect]))
    let test = try RegistrationServer(policy, transport: transport)
    let (here, elsewhere) = (ClientAddress("192.0.2.1"), ClientAddress("192.0.2.2"))
    for status in [400, 400, 429] { #expect(await test.register(asked, from: here).status == status) }
    #expect(await test.register(asked, from: elsewhere).status == 201)
    #expect(transport.exchanges.count == 3)
  }

  @Test(.covers("OP dynamic: oidcc-registration-sector-bad"))
  func `A sector's document without every redirect URI is rejected, also for public subjects`()
    async throws
  {
    let bad: [HTTPAnswer] = [
      list([]), list(["https://client.example/Callback"]), list([RegistrationServer.redirect], status: .found),
      .text("{}"), .text("[1]"), .text("not json"),
    ]
    for answer in bad {
      let test = try RegistrationServer(transport: ScriptedTransport(answer, answer))
      for members in [asked, ["sector_identifier_uri": .string(Self.document)]] {
        let (error, description) = try await test.refusal(members)
        #expect(error == "invalid_client_metadata" && description.hasPrefix("sector_identifier_uri"))
      }
    }
    let silent = ScriptedTransport(results: [.failure(HTTPTransportError(.timedOut, origin: "https://sector.example"))])
    #expect(try await RegistrationServer(transport: silent).refusal(asked).error == "invalid_client_metadata")
    #expect(try await RegistrationServer().refusal(asked).error == "invalid_client_metadata")
  }

  // Core §8.1: a sector is one owner's web sites. A custom scheme's address can contain any host.
  @Test(arguments: [
    "com.evil.app://client.example/callback", "com.evil.app:/callback", "http://127.0.0.1/callback",
    "http://localhost/",
  ])
  func `A client that registered itself gets no sector from an address that isn't https`(address: String) async throws {
    let members: [String: JSONValue] = ["subject_type": "pairwise", "redirect_uris": [.string(address)]]
    #expect(try await RegistrationServer().refusal(members).description.hasPrefix("subject_type"))
    let mixed: JSONValue = [.string(address), .string(RegistrationServer.redirect)]
    let both = members.merging(["redirect_uris": mixed]) { $1 }
    #expect(try await RegistrationServer().refusal(both).description.hasPrefix("subject_type"))
  }

  @Test func `A client for devices is its own sector, whatever host or document it names`() async throws {
    let transport = ScriptedTransport(list([RegistrationServer.redirect]), list([RegistrationServer.redirect]))
    let test = try RegistrationServer(
      transport: transport, features: [.sessions, .pushedRequests, .deviceAuthorization])
    let known = try await test.registered(["subject_type": "pairwise"])
    let listed = try await test.registered(asked)
    let grants: JSONValue = ["authorization_code", "urn:ietf:params:oauth:grant-type:device_code"]
    let device = try await test.registered(["subject_type": "pairwise", "grant_types": grants])
    let joined = try await test.registered(asked.merging(["grant_types": grants]) { $1 })
    var names: Set<String> = []
    for client in [known, listed, device, joined] {
      let (_, code) = try await test.signIn(try #require(client["client_id"]?.string))
      let name = try await test.idToken(test.redeem(client, for: code)).claims["sub"]?.string
      names.insert(try #require(name))
    }
    #expect(names.count == 4)
    #expect(joined["sector_identifier"] == nil && joined["subject_type"] == "pairwise")
  }

  @Test func `Redirect URIs with two hosts need a sector's document`() async throws {
    let uris: JSONValue = ["https://a.example/", "https://b.example/"]
    let test = try RegistrationServer(transport: ScriptedTransport(list(["https://a.example/", "https://b.example/"])))
    #expect(
      try await test.refusal(["subject_type": "pairwise", "redirect_uris": uris]).description.hasPrefix("subject_type"))
    _ = try await test.registered(asked.merging(["redirect_uris": uris]) { $1 })
  }

  @Test func `Without a salt a client for pairwise subjects gets an error, never another subject`() throws {
    var settings = ClientSettings()
    settings.subjectType = .pairwise(sector: "a.example")
    let client = RegisteredClient(id: "a", name: "a", redirectURIs: [], scope: .none, settings: settings)
    var configuration = try AuthorizationServerConfiguration(issuer: Issuer(TestServer.issuer), scopes: .none)
    let ada = Subject(rawValue: "1")
    #expect(throws: PairwiseSubjectError.noSalt) { try configuration.subject(ada, for: client) }
    #expect(throws: PairwiseSubjectError.saltTooShort) { try PairwiseSubjects(salt: Secret("c2hvcnQ")) }
    var names: Set<Subject> = []
    for salt in [Secret(String(repeating: "AAAA", count: 11)), Secret(String(repeating: "QQQQ", count: 11))] {
      configuration.pairwiseSubjects = try PairwiseSubjects(salt: salt)
      names.insert(try configuration.subject(ada, for: client))
    }
    #expect(names.count == 2)
    #expect("\(configuration.pairwiseSubjects as Any)".contains("AAAA") == false)
  }
}
