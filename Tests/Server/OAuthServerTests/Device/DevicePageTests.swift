import Evidence
import HTTPTypes
import OAuthCore
import OAuthServer
import OAuthTestSupport
import Testing

@Suite("The pages where a user signs a device in", .covers("RFC 8628 §3.3, server"))
struct DevicePageTests {
  func userCodePage(_ test: TestServer) throws -> UserCodePage {
    guard case .userCode(let page) = test.pages.last else { throw AuthorizationRequestTests.Unexpected() }
    return page
  }

  func deviceSignInPage(_ test: TestServer) throws -> DeviceSignInPage {
    guard case .deviceSignIn(let page) = test.pages.last else { throw AuthorizationRequestTests.Unexpected() }
    return page
  }

  @Test func `begin with a form for the code, empty or filled in from the link`() async throws {
    let test = try TestServer.forDevices(issuer: "https://login.example/tenant")
    #expect(await test.get("/tenant/device").status == 200)
    let empty = try userCodePage(test)
    #expect(empty.userCode == Secret("") && empty.problem == nil)
    #expect(empty.action == "/tenant/device" && empty.issuer == "https://login.example/tenant")
    for link in ["WDJB-MJHT", "wdjbmjht", " WDJB MJHT"] {
      #expect(await test.get("/tenant/device", TestServer.form([], ["user_code": link])).status == 200)
      #expect(try userCodePage(test).userCode == Secret("WDJB-MJHT"))
    }
    for link in ["", "WDJB", "WDJB-MJHT-WDJB", "<script>alert(1)</script>", String(repeating: "B", count: 9_000)] {
      #expect(await test.get("/tenant/device", TestServer.form([], ["user_code": link])).status == 200)
      #expect(try userCodePage(test).userCode == Secret(""))
    }
  }

  // RFC 8628 §3.3.1, §5.4.
  @Test(.covers("RFC 10027 §6.1.16, server", "attack: a device's code that is sent to another user"))
  func `do nothing when a link is opened, and don't look its code up`() async throws {
    let test = try TestServer.forDevices()
    let codes = try await test.deviceCodes()
    let known = await test.get("/device", TestServer.form([], ["user_code": codes.user]))
    let unknown = await test.get("/device", TestServer.form([], ["user_code": "BBBB-BBBB"]))
    #expect(known.status == 200 && known.body == unknown.body)
    #expect(await test.poll(codes).error == "authorization_pending")
  }

  @Test(
    .covers("RFC 10027 §6.1.14, server", "attack: a device's code that is sent to another user", "GHSA-q84f-53jg-9ppm"))
  func `show the client, the permissions and the code to compare`() async throws {
    let test = try TestServer.forDevices()
    let codes = try await test.deviceCodes()
    #expect(await test.enter(codes.user).status == 200)
    let page = try deviceSignInPage(test)
    #expect(page.client.name == "Example TV" && page.userCode == Secret(codes.user))
    #expect(page.permissions == [.profile, .email])
    #expect(page.username.isEmpty && page.problem == nil && page.action == "/device")
    #expect(await test.poll(codes).error == "authorization_pending")
  }

  // RFC 8628 §6.1.
  @Test func `accept the code in any case, with any separators and stray characters`() async throws {
    let test = try TestServer.forDevices()
    let user = try await test.deviceCodes().user
    let letters = user.filter { $0 != "-" }
    for entered in [
      letters, letters.lowercased(), user.lowercased(), " \(user) ", letters.map { "\($0)" }.joined(separator: "."),
      "\(letters.prefix(4))–\(letters.suffix(4))", "\(user)\r\n", "1\(user)aeiouy", "\u{202E}\(user)", "🏴‍☠️\(user)",
    ] {
      #expect(await test.enter(entered).status == 200)
      #expect(try deviceSignInPage(test).userCode == Secret(user))
    }
    // The uppercase form of each of these is one or two letters of the alphabet.
    for (letter, other) in [("S", "ſ"), ("K", "\u{212A}"), ("SS", "ß")] {
      let entered = letter == "SS" ? "BBBBBB" + other : "BBBBBBB" + other
      #expect(await test.enter(entered).status == 400)
      #expect(try userCodePage(test).problem == .malformedUserCode)
    }
  }

  @Test func `approve the device with the right password, and show the next step`() async throws {
    let test = try TestServer.forDevices()
    let codes = try await test.deviceCodes()
    let answer = await test.decide(codes)
    #expect(answer.status == 200)
    guard case .deviceDone(let page) = test.pages.last else { throw AuthorizationRequestTests.Unexpected() }
    #expect(page == .approved)
    _ = try TokenAnswer(await test.poll(codes))
  }

  @Test func `can be left without a code, and change no device`() async throws {
    let test = try TestServer.forDevices()
    let codes = try await test.deviceCodes()
    for entered in [nil, "", "BBBB", "BBBB-BBBB"] {
      let answer = await test.post("/device", TestServer.form([], ["user_code": entered, "decision": "deny"]))
      #expect(answer.status == 200)
      guard case .deviceDone(.left) = test.pages.last else { throw AuthorizationRequestTests.Unexpected() }
    }
    #expect(await test.poll(codes).error == "authorization_pending")
  }

  @Test(.covers("RFC 10027 §6.1.14, server")) func `deny the device without a password`() async throws {
    let test = try TestServer.forDevices()
    let codes = try await test.deviceCodes()
    #expect(await test.decide(codes, ["decision": "deny", "username": nil, "password": nil]).status == 200)
    guard case .deviceDone(let page) = test.pages.last else { throw AuthorizationRequestTests.Unexpected() }
    #expect(page == .denied)
    #expect(await test.poll(codes).error == "access_denied")
  }

  @Test func `are shown again after a wrong password, which decides and reveals nothing`() async throws {
    let test = try TestServer.forDevices()
    let codes = try await test.deviceCodes()
    var problems: Set<PageProblem> = []
    for (username, password) in [("ada", "wrong"), ("nobody", TestServer.password), ("", "")] {
      #expect(await test.decide(codes, ["username": username, "password": password]).status == 403)
      let page = try deviceSignInPage(test)
      #expect(page.username == username && page.userCode == Secret(codes.user))
      problems.insert(try #require(page.problem))
    }
    #expect(problems.count == 1)
    #expect(await test.poll(codes).error == "authorization_pending")
    #expect(await test.decide(codes).status == 200)
  }

  @Test(.covers("RFC 10027 §6.1.3, server")) func `accept one decision, and later ones change nothing`() async throws {
    let test = try TestServer.forDevices()
    let codes = try await test.deviceCodes()
    _ = await test.decide(codes, ["decision": "deny"])
    #expect(await test.decide(codes).status == 400)
    #expect(await test.enter(codes.user).status == 400)
    #expect(await test.poll(codes).error == "access_denied")
  }

  @Test(arguments: 1...5)
  func `accept one of a hundred simultaneous decisions`(_ round: Int) async throws {
    let test = try TestServer.forDevices()
    let codes = try await test.deviceCodes()
    let answers = await ConcurrencyTests.simultaneously(100) { await test.decide(codes) }
    #expect(answers.filter { $0.status == 200 }.count == 1)
    _ = try TokenAnswer(await test.poll(codes))
  }

  @Test func `report mistyped, used and expired codes in the same words`()
    async throws
  {
    let test = try TestServer.forDevices()
    let used = try await test.deviceCodes()
    _ = await test.decide(used)
    let old = try await test.deviceCodes()
    _ = await test.enter(used.user)
    let problem = try #require(try userCodePage(test).problem)
    _ = await test.enter("BBBB-BBBB")
    #expect(try userCodePage(test).problem == problem)
    test.clock.advance(by: .seconds(600))
    #expect(await test.enter(old.user).status == 400)
    #expect(try userCodePage(test).problem == problem)
    #expect(try userCodePage(test).userCode == Secret(old.user))
  }

  // RFC 8628 §5.1.
  @Test(
    .covers(
      "RFC 10027 §6.1.11, server", "attack: user codes of devices", "question: Are the device codes secure (128 bits)",
      "CVE-2025-64102"))
  func `check at most five wrong codes in a minute, and then no right one either`() async throws {
    let test = try TestServer.forDevices()
    let codes = try await test.deviceCodes()
    for _ in 0..<50 { #expect(await test.enter("BBBB").status == 400) }
    let answers = await ConcurrencyTests.simultaneously(100) { await test.enter("BBBB-BBBB") }
    #expect(answers.filter { $0.status == 400 }.count == 5)
    #expect(answers.filter { $0.status == 429 }.count == 95)
    let right = await test.enter(codes.user)
    #expect(right.status == 429 && right.field("Retry-After") == "60")
    #expect(try userCodePage(test).problem == .tooManyUserCodes(wait: .seconds(60)))
    #expect(await test.decide(codes).status == 429)
    test.clock.advance(by: .seconds(60))
    #expect(await test.enter(codes.user).status == 200)
  }

  // One address can't keep the users of other addresses from signing devices in.
  @Test func `check the codes of other addresses while one address enters wrong ones`() async throws {
    let test = try TestServer.forDevices()
    let codes = try await test.deviceCodes()
    func enter(_ code: String, from address: String?) async -> Int {
      await test.post("/device", TestServer.form([("user_code", code)]), from: address.flatMap(ClientAddress.init))
        .status
    }
    for _ in 0..<100 { _ = await enter("BBBB-BBBB", from: "2001:db8:0:1::7") }
    #expect(await enter(codes.user, from: "2001:db8:0:1:ffff::1") == 429)
    for address in ["2001:db8:0:2::7", "203.0.113.7", nil] { #expect(await enter(codes.user, from: address) == 200) }
    // All addresses together have a limit too. After this loop 995 wrong codes are left in this
    // minute.
    for number in 0..<1_000 { _ = await enter("BBBB-BBBB", from: "198.51.\(number / 250).\(number % 250)") }
    #expect(await enter(codes.user, from: "198.51.0.0") == 429)
    #expect(await enter(codes.user, from: "203.0.113.7") == 200)
    test.clock.advance(by: .seconds(60))
    #expect(await enter(codes.user, from: "198.51.0.0") == 200)
  }

  // RFC 6177 §2: a customer may have 65,536 networks of 64 bits.
  @Test(.covers("attack: user codes of devices", "RFC 6177 §2, server"))
  func `check fifty wrong codes from all IPv6 networks of one customer`() async throws {
    let test = try TestServer.forDevices()
    let codes = try await test.deviceCodes()
    func enter(_ code: String, from address: String) async -> Int {
      await test.post("/device", TestServer.form([("user_code", code)]), from: ClientAddress(address)).status
    }
    var looked = 0
    for number in 0..<300 where await enter("BBBB-BBBB", from: "2001:db8:0:\(number)::1") == 400 { looked += 1 }
    #expect(looked == 50)
    #expect(await enter(codes.user, from: "2001:db8:0:f::1") == 429)
    #expect(await enter(codes.user, from: "2001:db8:1::1") == 200)
  }

  @Test func `don't count right codes`() async throws {
    let test = try TestServer.forDevices()
    let codes = try await test.deviceCodes()
    for _ in 0..<100 { #expect(await test.enter(codes.user).status == 200) }
  }

  @Test func `reject the code of a client that was removed meanwhile`() async throws {
    let before = try TestServer.forDevices()
    let codes = try await before.deviceCodes()
    let test = try TestServer(
      clients: InMemoryClientStore([]), database: before.database, features: [.deviceAuthorization])
    #expect(await test.enter(codes.user).status == 400)
    #expect(await test.decide(codes).status == 400)
  }

  @Test(arguments: ["user_code", "username", "password", "decision"])
  func `reject a repeated field`(_ name: String) async throws {
    let test = try TestServer.forDevices()
    let codes = try await test.deviceCodes()
    var form = TestServer.deviceDecision(codes.user)
    form.append(name, "x")
    #expect(await test.post("/device", form).status == 400)
    #expect(await test.poll(codes).error == "authorization_pending")
  }

  @Test func `reject unknown decisions, other methods and other content types`() async throws {
    let test = try TestServer.forDevices()
    let codes = try await test.deviceCodes()
    #expect(await test.decide(codes, ["decision": "maybe"]).status == 400)
    let put = await test.server.respond(
      to: HTTPRequest(method: .put, scheme: nil, authority: nil, path: "/device"), body: [])
    #expect(put.status == 405 && put.field("Allow") == "GET, HEAD, POST")
    let json = await test.post(
      "/device", TestServer.deviceDecision(codes.user), fields: [.contentType: "application/json"])
    #expect(json.status == 415)
    #expect(await test.get("/device?user_code=%zz").status == 400)
    #expect(await test.get("/device?user_code=a&user_code=b").status == 400)
    #expect(await test.enter(nil).status == 400)
    #expect(await test.poll(codes).error == "authorization_pending")
  }

  // RFC 6749 §10.12: another site must not sign a user in, or approve a device in the user's name.
  @Test(
    .covers("RFC 9700 §4.7"),
    arguments: [
      ["Origin": "https://evil.example"], ["Origin": "null"], ["Origin": "http://login.example"],
      ["Sec-Fetch-Site": "cross-site"], ["Origin": "https://login.example", "Sec-Fetch-Site": "same-site"],
    ])
  func `reject a form from another site`(_ fields: [String: String]) async throws {
    let test = try TestServer.forDevices()
    let codes = try await test.deviceCodes()
    let answer = await test.post(
      "/device", TestServer.deviceDecision(codes.user), fields: try SignInTests.fields(fields))
    #expect(answer.status == 403)
    #expect(await test.poll(codes).error == "authorization_pending")
  }

  @Test(.covers("RFC 9700 §4.16")) func `may only be posted to this server, and are never framed or cached`()
    async throws
  {
    let test = try TestServer.forDevices()
    let codes = try await test.deviceCodes()
    for (answer, target) in [
      (await test.get("/device"), "'self'"), (await test.enter("x"), "'self'"),
      (await test.enter(codes.user), "'self'"),
      (await test.decide(codes), "'none'"),
    ] {
      let policy = try #require(answer.field("Content-Security-Policy"))
      #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
      #expect(policy.contains("form-action \(target);"))
      #expect(answer.field("Cache-Control") == "no-store" && answer.field("Referrer-Policy") == "same-origin")
    }
  }
}
