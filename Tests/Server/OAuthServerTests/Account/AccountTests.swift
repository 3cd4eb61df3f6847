import Evidence
import Foundation
import OAuthCore
import OAuthLookAlikes
import OAuthServer
import OAuthTestSupport
import Testing

/// The account page: applications, sessions and the password of a signed-in user.
@Suite struct AccountTests {
  private static let ada = TestServer.ada.user.subject
  private static let path = "/account"

  private let audit = AuditCollector()
  private let test: SessionServer

  init() throws {
    test = try SessionServer(audit: audit)
  }

  private func page(_ browser: Browser) async throws -> AccountPage {
    #expect(await browser.get(Self.path).status == 200)
    return try shown()
  }

  private func shown() throws -> AccountPage {
    guard case .account(let page) = test.pages.last else { throw Missing() }
    return page
  }

  private struct Missing: Error {}

  @Test func `The server's own address leads to the account, which asks for a sign-in`() async throws {
    let browser = test.browser()
    let home = await browser.get("/")
    #expect(home.status == 303 && home.field("Location") == TestServer.issuer + Self.path)
    #expect(await browser.get(Self.path).status == 200)
    #expect(try await browser.press("approve", ["password": "wrong"]).status == 403)
    guard case .accountSignIn(let page) = test.pages.last else { throw Missing() }
    #expect(page.problem == .wrongPassword && page.username == "ada")
    let signedIn = try await browser.press("approve")
    #expect(signedIn.status == 303 && signedIn.field("Location") == TestServer.issuer + Self.path)
    #expect(try await self.page(browser).person == TestServer.ada.user.name)
    #expect(audit.records(.signIn).map(\.outcome) == ["wrong_password", "success"])
    #expect(audit.records(.signIn).allSatisfy { $0.clientID == nil && $0.endpoint == "account" })
  }

  @Test func `A user who cancels the sign-in stays signed out`() async throws {
    let browser = test.browser()
    _ = await browser.get(Self.path)
    #expect(try await browser.press("deny").status == 200)
    guard case .signedOut(let page) = test.pages.last else { throw Missing() }
    #expect(page.outcome == .nobodySignedIn)
    #expect(try await test.database.sessions(of: Self.ada).isEmpty)
  }

  @Test func `The page lists what each application may do, and since when`() async throws {
    let browser = test.browser()
    _ = try await browser.signIn(["scope": "openid email"])
    test.clock.advance(by: .seconds(60))
    _ = try await browser.signIn(["client_id": "other", "scope": "openid offline_access"])
    _ = try await browser.signIn(["client_id": "own", "scope": "openid"])
    let page = try await page(browser)
    #expect(page.applications.map(\.id) == ["other", "own", "web"])
    #expect(page.applications.map(\.client.name) == ["Example other", "Example own", "Example web"])
    #expect(page.applications[0].permissions == [.recognize, .offlineAccess])
    // The owner's application could have all of its scope without a question, and got this.
    #expect(page.applications[1].permissions == [.recognize])
    #expect(page.applications[2].permissions == [.recognize, .email])
    #expect(page.applications.map(\.allowedAt) == [0, 0, -60].map { test.clock.now.addingTimeInterval($0) })
  }

  @Test func `An application without refresh tokens has no access while the user is away`() async throws {
    let browser = test.browser()
    let scope = "openid offline_access claim:salary"
    _ = try await browser.signIn(["client_id": "narrow", "scope": scope])
    guard case .signIn(let signIn) = test.pages.last else { throw Missing() }
    _ = try await browser.signIn(["client_id": "own", "scope": "openid offline_access"])
    let page = try await page(browser)
    for permissions in [signIn.permissions, page.applications[0].permissions] {
      #expect(permissions == [.recognize, .other("claim:salary")])
    }
    #expect(page.applications[1].permissions == [.recognize, .offlineAccess])
  }

  @Test func `Each session has its browser and the address of its sign-in`() async throws {
    let (linux, phone) = (test.browser(), test.browser())
    linux.agent = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0"
    phone.agent = "<b>unknown</b>"
    linux.address = ClientAddress("203.0.113.7")
    _ = try await phone.signIn()
    test.clock.advance(by: .seconds(60))
    _ = try await linux.signIn()
    let page = try await page(linux)
    #expect(page.sessions.map(\.browser) == ["Firefox, Linux", nil])
    #expect(page.sessions.map(\.address) == ["203.0.113.7", nil])
  }

  @Test func `A device that a user approved is listed with its client`() async throws {
    let browser = test.browser()
    let device = await test.post(
      "/device_authorization",
      TestServer.form([("client_id", "app"), ("scope", "email")]))
    _ = try await browser.enter(try #require(try device.members["user_code"]?.string))
    _ = try await browser.press("approve")
    #expect(try await page(browser).applications.map(\.permissions) == [[.email]])
  }

  @Test(.covers("CVE-2026-43983"))
  func `Ending an application's access ends its tokens, and the application has to ask again`() async throws {
    let browser = test.browser()
    let tokens = try await browser.tokens("web", ["scope": "openid email offline_access"])
    let others = try await browser.tokens("other", ["scope": "openid offline_access"])
    let refresh = try #require(try tokens.members["refresh_token"]?.string)
    let access = try #require(try tokens.members["access_token"]?.string)
    _ = try await page(browser)
    #expect(try await browser.press("", ["decision": nil, "end_access": "web"]).status == 200)
    #expect(try shown().notice == .accessEnded(client: "Example web"))
    #expect(try shown().applications.map(\.id) == ["other"])
    #expect(await test.refresh(refresh).status == 400)
    #expect(await test.userInfo(access).status == 401)
    #expect(await test.refresh(try #require(try others.members["refresh_token"]?.string), "other").status == 200)
    #expect(await browser.open().status == 200)
    let record = try #require(audit.records(.accessEnd).first)
    #expect(record.subject == Self.ada && record.clientID == "web" && record.session != nil)
  }

  @Test(.covers("attack: another user's session or application on the account page"))
  func `An application that the user never allowed can't be ended, and nothing happens`() async throws {
    let browser = test.browser()
    _ = try await browser.signIn()
    for client in ["other", "unknown"] {
      _ = try await page(browser)
      #expect(try await browser.press("", ["decision": nil, "end_access": client]).status == 200)
      #expect(try shown().notice == nil && shown().applications.map(\.id) == ["web"])
    }
    #expect(audit.records(.accessEnd).isEmpty)
  }

  @Test func `A user signs out another browser, and then this one`() async throws {
    let (browser, phone) = (test.browser(), test.browser())
    _ = try await phone.signIn()
    test.clock.advance(by: .seconds(60))
    _ = try await browser.signIn()
    let page = try await page(browser)
    #expect(page.sessions.map(\.isCurrent) == [true, false])
    let other = try #require(page.sessions.last)
    #expect(other.signedIn == test.clock.now.addingTimeInterval(-60))
    _ = try await browser.press("", ["decision": nil, "end_session": other.id])
    #expect(try shown().notice == .sessionEnded && shown().sessions.count == 1)
    #expect(try await test.session(phone) == nil)
    #expect(test.clients.arrived.count == 1)
    _ = try await browser.press("deny")
    guard case .signedOut(let left) = test.pages.last else { throw Missing() }
    #expect(left.outcome == .signedOut && browser.cookie == nil)
    #expect(try await test.database.sessions(of: Self.ada).isEmpty)
  }

  @Test(.covers("attack: another user's session or application on the account page", "CVE-2024-39683"))
  func `A user can't end the session of another user`() async throws {
    let (browser, grace) = (test.browser(), test.browser())
    _ = try await grace.signIn(as: "grace")
    let session = try #require(try await test.session(grace))
    _ = try await browser.signIn()
    _ = try await page(browser)
    _ = try await browser.press("", ["decision": nil, "end_session": session.id.rawValue])
    #expect(try shown().notice == nil)
    #expect(try await test.session(grace) == session)
  }

  @Test(.covers("attack: forms of other sites"), arguments: ["end_access", "end_session", "decision"])
  func `A form without the browser's token, or from another site, does nothing`(_ button: String) async throws {
    let browser = test.browser()
    _ = try await browser.signIn()
    let session = try #require(try await test.session(browser))
    let value = ["end_access": "web", "end_session": session.id.rawValue, "decision": "deny"][button]
    _ = try await page(browser)
    var changes: Changes = ["decision": nil, "csrf_token": nil]
    changes[button] = value
    #expect(try await browser.press("", changes).status == 403)
    #expect(try shown().problem == .outdatedForm)
    let form = TestServer.form([(button, value ?? "")])
    #expect(await browser.post(Self.path, form, origin: "https://evil.example").status == 403)
    #expect(try await test.session(browser) == session)
    #expect(try await test.database.consents(of: Self.ada).count == 1)
  }

  @Test func `A failure of the database ends no access, and says so`() async throws {
    let browser = test.browser()
    _ = try await browser.signIn()
    _ = try await page(browser)
    test.faults.fail([.endGrants])
    #expect(try await browser.press("", ["decision": nil, "end_access": "web"]).status == 500)
    #expect(audit.records(.accessEnd).isEmpty)
    #expect(try await page(browser).applications.count == 1)
  }

  // An operator who locks the wrong user out, or for a day.
  @Test(.covers("CVE-2026-43983"))
  func `A user who is locked out gets no tokens, and the grant is there again afterwards`() async throws {
    let browser = test.browser()
    let tokens = try await browser.tokens("web", ["scope": "openid offline_access"])
    let refresh = try #require(try tokens.members["refresh_token"]?.string)
    test.people.lock(Self.ada, true)
    let refused = await test.refresh(refresh)
    #expect(refused.status == 400)
    #expect(try refused.members["error_description"] == "the user who allowed this is disabled")
    #expect(audit.records(.grantEnd).isEmpty)
    test.people.lock(Self.ada, false)
    #expect(await test.refresh(refresh).status == 200)
  }

  @Test func `A refusal on the consent page is recorded with its user`() async throws {
    let browser = test.browser()
    _ = try await browser.signIn()
    _ = await browser.open(["client_id": "other"])
    _ = try await browser.press("deny")
    let record = try #require(audit.records(.authorization).last)
    #expect(record.outcome == "access_denied" && record.subject == Self.ada && record.session != nil)
  }

  // The password.

  private func change(_ browser: Browser, _ changes: Changes = [:]) async throws -> HTTPAnswer {
    _ = await browser.get(Self.path + "/password")
    let typed: Changes = [
      "password": TestServer.password, "new_password": "correct horse", "new_password_again": "correct horse",
    ]
    return try await browser.press("approve", typed.merging(changes) { $1 })
  }

  @Test(.covers("attack: another user's session or application on the account page"))
  func `A user changes the password, and all other browsers are signed out`() async throws {
    let (browser, thief) = (test.browser(), test.browser())
    _ = try await thief.signIn()
    _ = try await browser.signIn()
    let before = browser.cookie
    #expect(try await page(browser).passwordAddress == Self.path + "/password")
    #expect(try await change(browser).status == 200)
    #expect(try shown().notice == .passwordChanged && shown().sessions.map(\.isCurrent) == [true])
    #expect(browser.cookie != before)
    #expect(try await test.session(browser) != nil)
    #expect(try await test.session(thief) == nil)
    #expect(try await page(browser).sessions.count == 1)
    _ = await thief.open()
    #expect(try await thief.press("approve").status == 403)
    #expect(try await thief.press("approve", ["password": "correct horse"]).status == 303)
    #expect(audit.records(.passwordChange).map(\.outcome) == ["success"])
    #expect(audit.records(.passwordChange).first?.subject == Self.ada)
  }

  @Test(
    arguments: [
      (["password": "wrong"], .wrongCurrentPassword, 403),
      (["new_password": "short", "new_password_again": "short"], .unsuitablePassword, 400),
      (["new_password_again": "correct horsf"], .differentPasswords, 400),
      (["new_password": nil, "new_password_again": nil], .unsuitablePassword, 400),
    ] as [(Changes, PageProblem, Int)])
  func `A password that can't be changed stays`(_ changes: Changes, _ problem: PageProblem, _ status: Int) async throws
  {
    let browser = test.browser()
    _ = try await browser.signIn()
    let session = try await test.session(browser)
    #expect(try await change(browser, changes).status == status)
    guard case .password(let page) = test.pages.last else { throw Missing() }
    #expect(page.problem == problem && page.username == "ada")
    #expect(try await test.session(browser) == session)
    #expect(try await test.browser().signIn(["scope": "openid"]).status == 303)
  }

  @Test(.covers("attack: another user's session or application on the account page"))
  func `Wrong current passwords are counted like those of sign-ins`() async throws {
    let browser = test.browser()
    _ = try await browser.signIn()
    var statuses: [Int] = []
    for _ in 0..<40 { statuses.append(try await change(browser, ["password": "wrong"]).status) }
    #expect(statuses.first == 403 && statuses.last == 429)
    #expect(audit.records(.passwordChange).last?.outcome == "locked_out")
  }

  @Test func `A user whose password the server can't save isn't offered to change it`() async throws {
    let browser = test.browser()
    _ = try await browser.signIn(as: "grace")
    #expect(try await page(browser).passwordAddress == nil)
    #expect(await browser.get(Self.path + "/password").status == 303)
  }

  @Test func `A server without sessions, consents or the account page has none`() async throws {
    for features in [[.sessions], [.consents], [.sessions, .consents], [.accountPage]] as [Set<ServerFeature>] {
      let test = try SessionServer(features: features)
      for path in ["/", "/account", "/account/password"] {
        #expect(await test.browser().get(path).status == 404)
      }
    }
  }

  @Test func `The account is below the issuer's path`() async throws {
    let test = try SessionServer(issuer: "https://login.example/id")
    let browser = test.browser()
    for path in ["/id", "/id/"] {
      #expect(await browser.get(path).field("Location") == "https://login.example/id/account")
    }
    #expect(await browser.get("/id/account").status == 200)
    #expect(await browser.get("/").status == 404)
  }
}
