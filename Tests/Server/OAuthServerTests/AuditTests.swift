import Evidence
import Foundation
import HTTPTypes
import JOSE
import OAuthCore
import OAuthTestSupport
import Testing

@testable import OAuthServer

/// The audit log: who did what, from where, with which client, and with what outcome.
@Suite struct AuditTests {
  private let audit = AuditCollector()
  private let address = ClientAddress("203.0.113.7")
  private let ada = TestServer.ada.user.subject

  private func seen(_ event: AuditRecord.Event) -> [String] { audit.records(event).map(\.outcome) }

  @Test func `Sign-ins, approvals and tokens are recorded with user, client, address and grant`() async throws {
    let test = try TestServer(audit: audit)
    let wrong = TestServer.decision(TestServer.authorization(), ["password": "hunter2"])
    _ = await test.post("/authorize/decision", wrong, from: address)
    let answer = await test.post("/authorize/decision", TestServer.decision(TestServer.authorization()), from: address)
    let tokens = try TokenAnswer(
      await test.post("/token", TestServer.redemption(try answer.callback("code")), from: address))
    #expect(seen(.signIn) == ["wrong_password", "success"])
    #expect(audit.records(.signIn).map(\.username) == ["ada", "ada"])
    #expect(audit.records(.signIn).map(\.subject) == [nil, ada])
    let approval = try #require(audit.records(.authorization).first)
    #expect(approval.subject == ada && approval.clientID == "app" && approval.endpoint == "decision")
    let issued = try #require(audit.records(.tokens).first)
    #expect(issued.grant == approval.grant && issued.grantType == .authorizationCode && issued.subject == ada)
    #expect(audit.records.allSatisfy { $0.clientID == "app" && $0.address == address })
    // The decision's records have one name, which is in the log too.
    let name = try #require(approval.request)
    #expect(audit.records(.signIn).last?.request == name && issued.request != name)
    #expect(test.log.records.contains { $0.contains("code was issued") && $0.contains(name) })
    #expect(try #require(tokens.refresh).utf8.count > 20)
  }

  // Each record takes space on a disk.
  @Test(.covers("attack: requests without end"))
  func `The failures of one address are recorded up to a limit, and its successes always`() async throws {
    let test = try TestServer(audit: audit)
    for _ in 0..<310 { _ = await test.post("/token", TestServer.redemption("unknown"), from: address) }
    #expect(audit.records.count == AuditRecord.failuresPerMinute)
    let answer = await test.post("/authorize/decision", TestServer.decision(TestServer.authorization()), from: address)
    #expect(try answer.callback("code").utf8.count == 40)
    _ = await test.post("/token", TestServer.redemption("unknown"), from: ClientAddress("198.51.100.1"))
    #expect(seen(.signIn) == ["success"] && audit.records.last?.outcome == "invalid_grant")
    test.clock.advance(by: .seconds(60))
    _ = await test.post("/token", TestServer.redemption("unknown"), from: address)
    // One of them says what was left out.
    #expect(audit.records.count == AuditRecord.failuresPerMinute + 5)
    let gap = try #require(audit.records(.leftOut).first)
    #expect(gap.outcome == "tokens" && gap.address == address && gap.subject == nil && gap.endpoint == nil)
    #expect(gap.detail == "10 failures of a minute were left out")
    test.clock.advance(by: .seconds(60))
    _ = await test.post("/token", TestServer.redemption("unknown"), from: address)
    #expect(audit.records(.leftOut).count == 1)
  }

  @Test(.covers("attack: requests without end"))
  func `Failing token requests don't hide password guesses from the log`() async throws {
    let test = try TestServer(audit: audit)
    let network = (0..<310).map { ClientAddress("2001:db8:7:\(String($0, radix: 16))::1") }
    for address in network { _ = await test.post("/token", TestServer.redemption("unknown"), from: address) }
    #expect(audit.records.count == AuditRecord.failuresPerMinute)
    #expect(audit.counted.count == 10 && audit.counted.allSatisfy { $0.event == .tokens })
    let wrong = TestServer.decision(TestServer.authorization(), ["password": "hunter2"])
    _ = await test.post("/authorize/decision", wrong, from: network[0])
    #expect(seen(.signIn) == ["wrong_password"])
  }

  // Users sometimes type their password into the wrong field.
  @Test func `A user name that nobody has is not kept`() async throws {
    let test = try TestServer(audit: audit)
    _ = await test.decide(TestServer.authorization(), ["username": TestServer.password, "password": ""])
    #expect(seen(.signIn) == ["wrong_password"] && audit.records.first?.username == nil)
  }

  // The page must not confirm the password, and the operator must see that it is known.
  @Test(.covers("CVE-2025-53942"))
  func `A disabled user's right password is recorded as such, and answered as a wrong one`() async throws {
    let ada = TestServer.ada.user
    let hasher = PasswordHasher(cost: PasswordHasherTests.cheap)
    let disabled = User(subject: ada.subject, username: ada.username, name: ada.name, isDisabled: true)
    let directory = PasswordDirectory(
      InMemoryPasswordStore([(disabled, try await hasher.hash(Secret(TestServer.password)))]), hasher: hasher)
    let test = try TestServer(users: directory, audit: audit)
    var pages: [String] = []
    for password in [TestServer.password, "hunter2"] {
      #expect(await test.decide(TestServer.authorization(), ["password": password]).status == 403)
      pages.append("\(try #require(test.pages.last))")
    }
    #expect(pages[0] == pages[1])
    #expect(seen(.signIn) == ["disabled", "wrong_password"])
    #expect(audit.records(.signIn).map(\.subject) == [ada.subject, nil])
    #expect(audit.records(.signIn).map(\.username) == ["ada", "ada"])
    let log = test.log.records.filter { $0.contains("A sign-in failed") }
    #expect(log.count == 2 && !test.log.records.contains { $0.contains("disabled") })
  }

  @Test func `A refresh token that is used again, a revocation and a rejected request are recorded`() async throws {
    let test = try TestServer(audit: audit)
    let first = try await test.tokens()
    let refresh = TestServer.refreshment(try #require(first.refresh))
    #expect(await test.post("/token", refresh).status == 200)
    #expect(await test.post("/token", refresh).status == 400)
    let end = try #require(audit.records(.grantEnd).first)
    #expect(end.detail == "a refresh token was used again" && end.grant == audit.records(.tokens).first?.grant)
    #expect(end.subject == ada && end.clientID == audit.records(.tokens).first?.clientID)
    #expect(seen(.tokens) == ["success", "success", "invalid_grant"])
    #expect(audit.records(.tokens).last?.grantType == .refreshToken)
    let second = try await test.tokens()
    _ = await test.post("/revoke", TestServer.revocation(second.access))
    #expect(audit.records(.tokenRevocation).map(\.subject) == [ada])
    #expect(await test.decide(TestServer.authorization(), ["decision": "deny"]).status == 303)
    #expect(seen(.authorization).last == "access_denied")
  }

  @Test func `Sessions, devices and registrations are recorded`() async throws {
    let sessions = try SessionServer(audit: audit)
    let browser = Browser(sessions)
    _ = await browser.open()
    _ = try await browser.signIn()
    let session = try #require(audit.records(.authorization).first?.session)
    #expect(try await sessions.server.endSessions(of: ada) == 1)
    #expect(audit.records(.sessionEnd).map(\.session) == [session] && audit.records(.sessionEnd).first?.subject == ada)

    let devices = try TestServer(features: [.deviceAuthorization], audit: audit)
    for (decision, outcome) in [("approve", "success"), ("deny", "access_denied")] {
      let codes = try await devices.deviceCodes()
      _ = await devices.decide(codes, ["decision": decision])
      #expect(seen(.deviceDecision).last == outcome && audit.records.last?.clientID == "tv")
      // A device that waits asks every few seconds.
      #expect(audit.records(.tokens).isEmpty)
    }

    _ = await devices.post("/device", TestServer.deviceDecision("BCDF-GHJK"))
    #expect(seen(.deviceDecision).last == "unknown_user_code")

    let registrations = try RegistrationServer(audit: audit)
    let client = try await registrations.registered()
    _ = try await registrations.refusal(["redirect_uris": ["javascript:x"]])
    let id = try #require(client["client_id"]?.string)
    let token = try #require(client["registration_access_token"]?.string)
    _ = await registrations.json(
      .put, "/register/\(id)", ["client_id": .string(id), "redirect_uris": ["https://client.example/cb"]], token: token)
    _ = await registrations.json(.delete, "/register/\(id)", [:], token: token)
    #expect(seen(.registration) == ["success", "invalid_redirect_uri"])
    #expect(seen(.registrationChange) == ["success"] && seen(.registrationEnd) == ["success"])
    #expect(audit.records(.registrationEnd).map(\.clientID) == [id])
  }

  @Test func `A rejected request of a client is recorded at every endpoint for clients`() async throws {
    let test = try TestServer(features: [.deviceAuthorization, .pushedRequests], audit: audit)
    for path in ["/introspect", "/revoke", "/par", "/device_authorization"] {
      let form = TestServer.form([("client_id", "web"), ("client_secret", "wrong"), ("token", "t")])
      #expect(await test.post(path, form, from: address).status == 401)
      let record = try #require(audit.records.last)
      #expect(record.event == .requestRejection && record.outcome == "invalid_client" && record.address == address)
    }
    #expect(
      audit.records.map(\.endpoint) == ["introspection", "revocation", "pushedRequest", "deviceAuthorization"])
  }

  // The debug build ends if an endpoint records an event that it doesn't declare.
  @Test func `Each endpoint declares its events, and those without any decide nothing`() throws {
    let server = try TestServer(
      features: Set(ServerFeature.allCases), signingKeys: SigningKeys(signing: OpenIDKeys.es256.get())
    ).server
    let events = Dictionary(
      uniqueKeysWithValues: server.parts.routes.all.map { ($0.description.name, $0.description.events) })
    let silent = events.filter(\.value.isEmpty).keys.sorted()
    #expect(silent == ["deviceLink", "home", "keySet", "metadata", "openAPI", "userInfo"])
    let declared = events.values.reduce(into: Set()) { $0.formUnion($1) }
    let elsewhere = Set(AuditRecord.Event.allCases).subtracting(declared)
    // This server registers no clients, operators' commands aren't endpoints, and any endpoint may find that
    // a registration differs, or that failures were left out.
    #expect(
      elsewhere == [
        .registration, .registrationChange, .registrationEnd, .administration, .registrationMismatch, .leftOut,
      ])
  }

  @Test func `No record has a secret, a token or a password, and each is one line of JSON`() async throws {
    let test = try TestServer(audit: audit)
    let code = try await test.code()
    let first = try TokenAnswer(await test.post("/token", TestServer.redemption(code)))
    let second = try TokenAnswer(await test.post("/token", TestServer.refreshment(try #require(first.refresh))))
    _ = await test.post("/revoke", TestServer.revocation(second.access))
    _ = await test.decide(TestServer.authorization(), ["username": "hunter2", "password": "hunter2"])
    let secrets = [
      code, first.access, second.access, try #require(first.refresh), try #require(second.refresh), TestServer.password,
      "hunter2", Vector.verifier, "st4te-of-the-client",
    ]
    #expect(audit.records.count >= 6)
    for record in audit.records {
      let line = String(decoding: record.json.bytes(), as: UTF8.self)
      #expect(!line.contains("\n") && line.contains(#""time":"2027-"#), "\(line)")
      for secret in secrets { #expect(!line.contains(secret), "\(line)") }
    }
  }
}
