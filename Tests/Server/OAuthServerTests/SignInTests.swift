import Evidence
import HTTPTypes
import OAuthCore
import OAuthServer
import OAuthTestSupport
import Testing

@Suite("The sign-in page's form", .covers("RFC 6749 §3.1, server", "RFC 9207 §2, server"))
struct SignInTests {
  @Test("with the right password and consent gives a code, state and iss with status 303 (RFC 9700 section 4.12)")
  func approve() async throws {
    let test = try TestServer()
    let answer = await test.decide(TestServer.authorization())
    #expect(answer.status == 303)
    #expect(answer.body.isEmpty)
    #expect(try answer.callback("state") == "st4te-of-the-client")
    #expect(try answer.callback("iss") == TestServer.issuer)
    #expect(try answer.callback("code").utf8.count == 40)
    #expect(answer.field("Cache-Control") == "no-store")
    #expect(answer.field("Referrer-Policy") == "no-referrer")
  }

  // Other servers lose `state` when the user cancels, and leave `iss` out of error answers.
  @Test("cancelled redirects with access_denied, and needs no password")
  func deny() async throws {
    let test = try TestServer()
    let answer = await test.decide(
      TestServer.authorization(), ["decision": "deny", "username": nil, "password": nil])
    #expect(try answer.callbackError() == "access_denied")
  }

  @Test(
    "with a wrong password is shown again, and doesn't reveal whether the user exists",
    .covers("CVE-2024-41952", "CVE-2026-23511"))
  func wrongPassword() async throws {
    let test = try TestServer()
    let request = TestServer.authorization()
    var problems: [PageProblem] = []
    for (username, password) in [("ada", "wrong"), ("nobody", TestServer.password), ("nobody", "wrong"), ("", "")] {
      let answer = await test.decide(request, ["username": username, "password": password])
      #expect(answer.status == 403)
      #expect(answer.field("WWW-Authenticate") == nil)
      guard case .signIn(let page) = test.pages.last else { throw AuthorizationRequestTests.Unexpected() }
      #expect(page.username == username)
      problems.append(try #require(page.problem))
    }
    #expect(Set(problems).count == 1)
    #expect(test.database.counts.codes == 0)
  }

  @Test("carries the request, so that it can be sent again after a mistake")
  func again() async throws {
    let test = try TestServer()
    _ = await test.decide(TestServer.authorization(), ["password": "wrong"])
    guard case .signIn(let page) = test.pages.last else { throw AuthorizationRequestTests.Unexpected() }
    var form = FormParameters()
    for field in page.hiddenFields { form.append(field.name, field.value.reveal()) }
    form.append(PageField.username, "ada")
    form.append(PageField.password, TestServer.password)
    form.append(PageField.decision, PageField.approve)
    #expect(try await test.post(page.action, form).callback("code").utf8.count == 40)
  }

  @Test("with a changed request is checked again", .covers("CVE-2026-7571"))
  func tampered() async throws {
    let test = try TestServer()
    #expect(try await test.decide(TestServer.authorization(["scope": "notes"])).callbackError() == "invalid_scope")
    #expect(
      try await test.decide(TestServer.authorization(["code_challenge": nil])).callbackError() == "invalid_request")
    #expect(await test.decide(TestServer.authorization(["redirect_uri": "https://evil.example/"])).status == 400)
    #expect(await test.decide(TestServer.authorization(), ["authorization_request": "%zz"]).status == 400)
    #expect(await test.decide(TestServer.authorization(), ["authorization_request": nil]).status == 400)
  }

  @Test("without a decision, with an unknown one, or with a repeated field is rejected with a page")
  func noDecision() async throws {
    let test = try TestServer()
    let request = TestServer.authorization()
    #expect(await test.decide(request, ["decision": nil]).status == 400)
    #expect(await test.decide(request, ["decision": "maybe"]).status == 400)
    for name in ["authorization_request", "username", "password", "decision"] {
      var form = TestServer.decision(request)
      form.append(name, "x")
      let answer = await test.post("/authorize/decision", form)
      #expect(answer.status == 400)
      #expect(answer.field("Location") == nil)
    }
    #expect(test.database.counts.codes == 0)
  }

  @Test("keeps its fields apart from the client's parameters with the same names")
  func sameNames() async throws {
    let test = try TestServer()
    let request = TestServer.authorization(["username": "eve", "password": "x", "decision": "deny"])
    #expect(try await test.decide(request).callback("code").utf8.count == 40)
  }

  // RFC 6749 §10.12: another site must not send a sign-in.
  @Test(
    "sent by another site is rejected",
    arguments: [
      ["Origin": "https://evil.example"], ["Origin": "null"], ["Origin": "http://login.example"],
      ["Origin": "https://login.example:8443"], ["Origin": "https://login.example/"], ["Origin": ""],
      ["Origin": "https://login.example.evil.example"], ["Sec-Fetch-Site": "cross-site"],
      ["Sec-Fetch-Site": "same-site"], ["Sec-Fetch-Site": "none"],
      ["Origin": "https://login.example", "Sec-Fetch-Site": "cross-site"],
      ["Origin": "https://evil.example", "Sec-Fetch-Site": "same-origin"],
    ])
  func foreignOrigin(fields: [String: String]) async throws {
    let test = try TestServer()
    let answer = await test.decide(TestServer.authorization(), fields: try Self.fields(fields))
    #expect(answer.status == 403)
    #expect(answer.field("Location") == nil)
    #expect(test.database.counts.codes == 0)
  }

  // An operator who opens the port in place of the proxy read only that another site sent the form.
  @Test(
    "from the server's own page at another address is reported once, with both addresses",
    arguments: [
      ["Sec-Fetch-Site": "same-origin"], ["X-Forwarded-Host": "192.168.1.5:8414"], [:],
    ])
  func otherAddress(fields: [String: String]) async throws {
    let test = try TestServer()
    let origin = "http://192.168.1.5:8414"
    func send(_ origin: String, _ host: String?) async throws -> [String] {
      var request = HTTPRequest(method: .post, scheme: "http", authority: host, path: "/authorize/decision")
      request.headerFields = try Self.fields(
        fields.merging(["Origin": origin, "Content-Type": "application/x-www-form-urlencoded"]) { $1 })
      let body = Array(TestServer.decision(TestServer.authorization()).formEncoded().utf8)
      #expect(await test.server.respond(to: request, body: body).status == 403)
      return test.log.records.filter { $0.hasPrefix("warning ") && $0.contains("another address") }
    }
    let host = fields.isEmpty ? "192.168.1.5:8414" : "127.0.0.1:8414"
    var reports = try await send(origin, host)
    #expect(reports.count == 1)
    #expect(reports.first?.contains(origin) == true && reports.first?.contains("https://login.example") == true)
    reports = try await send(origin, host)
    #expect(reports.count == 1)
    for number in 0..<50 { reports = try await send("http://a\(number).example", "a\(number).example") }
    // Strangers can invent addresses.
    #expect(reports.count == 10)
  }

  @Test("with two origins is rejected")
  func twoOrigins() async throws {
    var fields = HTTPFields()
    fields.append(HTTPField(name: .origin, value: "https://login.example"))
    fields.append(HTTPField(name: .origin, value: "https://evil.example"))
    #expect(try await TestServer().decide(TestServer.authorization(), fields: fields).status == 403)
  }

  @Test(
    "sent by the server's own page is accepted, whichever origin fields the browser sends",
    arguments: [
      [:], ["Origin": "https://login.example"], ["Sec-Fetch-Site": "same-origin"],
      ["Origin": "https://login.example", "Sec-Fetch-Site": "same-origin"],
    ])
  func ownOrigin(fields: [String: String]) async throws {
    let answer = try await TestServer().decide(TestServer.authorization(), fields: try Self.fields(fields))
    #expect(answer.status == 303)
  }

  static func fields(_ pairs: [String: String]) throws -> HTTPFields {
    var fields = HTTPFields()
    for (name, value) in pairs { fields[try #require(HTTPField.Name(name))] = value }
    return fields
  }

  @Test("is accepted only by POST")
  func method() async throws {
    let answer = try await TestServer().get("/authorize/decision", TestServer.authorization())
    #expect(answer.status == 405)
    #expect(answer.field("Allow") == "POST")
  }
}
