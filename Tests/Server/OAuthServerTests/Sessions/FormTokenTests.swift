import Evidence
import OAuthCore
import OAuthLookAlikes
import OAuthServer
import Testing

/// Forms from other sites or of other browsers (RFC 6749 §10.12).
@Suite(.covers("OpenID Core §3.1.2.3, server")) struct FormTokenTests {
  @Test(.covers("attack: a form from before another sign-in"), arguments: ["approve", "deny", "another"])
  func `A form without the token is shown again, and decides nothing`(decision: String) async throws {
    for token in [nil, "", "wrong", String(repeating: "A", count: 43)] as [String?] {
      let test = try SessionServer()
      let browser = test.browser()
      _ = try await browser.signIn()
      for request in [["client_id": "other"], ["client_id": "other", "prompt": "login"]] as [Changes] {
        _ = await browser.open(request)
        let before = test.pages.last
        let answer = try await browser.press(decision, ["csrf_token": token])
        #expect(answer.field("Location") == nil)
        if request.keys.contains("prompt") {
          guard case .signIn(let page) = test.pages.last else {
            Issue.record("no sign-in page")
            return
          }
          #expect(answer.status == 403 && page.problem == .outdatedForm)
        } else {
          #expect(answer.status == 200 && test.pages.last == before)
        }
      }
      #expect(try await test.database.consent(of: TestServer.ada.user.subject, to: "other") == nil)
    }
  }

  // A sign-in in another tab gives the browser a new secret, and outdates older forms.
  @Test(
    .covers("attack: a form from before another sign-in"), arguments: ["approve", "deny", "another"], ["web", "own"])
  func `A form from before another sign-in grants nothing, despite an earlier consent`(
    decision: String, client: String
  ) async throws {
    let test = try SessionServer()
    let browser = test.browser()
    _ = try await browser.signIn(["client_id": client])
    browser.cookie = nil
    _ = await browser.open(["client_id": client])
    let (action, fields) = try #require(test.pages.last?.form)
    _ = try await browser.signIn(["client_id": client])
    let form = TestServer.form(fields.map { ($0.name, $0.value.reveal()) } + [("decision", decision)])
    let answer = await browser.post(action, form)
    #expect(answer.status == 200 && answer.field("Location") == nil)
    guard case .consent = test.pages.last else {
      Issue.record("no consent page")
      return
    }
    #expect(try await browser.press("deny").callbackError() == "access_denied")
  }

  // An attacker's own token is useless without the attacker's cookie in the victim's browser.
  @Test(.covers("RFC 9700 §4.7", "CVE-2026-27124"))
  func `Another browser's token signs no user in, and grants nothing`() async throws {
    let test = try SessionServer()
    let attacker = test.browser()
    _ = await attacker.open()
    let stolen = try #require(test.pages.last?.form?.fields.first { $0.name == "csrf_token" }?.value.reveal())
    let victim = test.browser()
    _ = await victim.open()
    #expect(try await victim.press("approve", ["csrf_token": stolen]).status == 403)
    #expect(try await test.session(victim) == nil && test.database.counts.sessions == 0)
    // A browser without the cookie gets a page with its own token.
    let form = TestServer.decision(SessionServer.request(), ["csrf_token": stolen])
    let other = test.browser()
    let answer = await other.post("/authorize/decision", form)
    #expect(answer.status == 403 && other.cookie != nil && test.database.counts.sessions == 0)
    #expect(try await other.press("approve").callback("code").isEmpty == false)
  }

  @Test(.covers("RFC 9700 §4.7")) func `A right token doesn't make up for a wrong origin`() async throws {
    let test = try SessionServer()
    let browser = test.browser()
    _ = await browser.open()
    let page = try #require(test.pages.last?.form)
    var form = TestServer.decision(SessionServer.request())
    form.append("csrf_token", try #require(page.fields.last?.value.reveal()))
    #expect(await browser.post(page.action, form, origin: "https://evil.example").status == 403)
    #expect(await browser.post("/logout/decision", form, origin: "https://evil.example").status == 403)
  }

  @Test func `A page from before another tab's sign-in is shown again with the current user`() async throws {
    let test = try SessionServer()
    let browser = test.browser()
    _ = try await browser.signIn()
    _ = await browser.open(["client_id": "other"])
    let old = try #require(test.pages.last?.form)
    _ = await browser.open(["prompt": "login"])
    _ = try await browser.press("approve", ["username": "grace"])
    var form = FormParameters()
    for field in old.fields { form.append(field.name, field.value.reveal()) }
    form.append("decision", "approve")
    #expect(await browser.post(old.action, form).status == 200)
    guard case .consent(let page) = test.pages.last else {
      Issue.record("no consent page")
      return
    }
    #expect(page.person == "Grace Hopper")
  }

  @Test func `An empty user name isn't treated as the signed-in user's decision`() async throws {
    let test = try SessionServer()
    let browser = test.browser()
    _ = try await browser.signIn()
    _ = await browser.open(["prompt": "select_account"])
    _ = try await browser.press("another")
    #expect(try await browser.press("approve", ["username": "", "password": ""]).status == 403)
  }
}
