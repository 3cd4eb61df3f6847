import HTTPTypes
import Hummingbird
import HummingbirdTesting
import OAuth
import OAuthCore
import OAuthTestSupport
import OAuthWebHummingbird
import OAuthWebSessions
import Testing

@Suite("The accounts of an application") struct AccountsTests {
  let book = AccountBook()

  @Test(arguments: SignInTests.storages.indices)
  func `are found by the hook, with the user that the provider described`(storage: Int) async throws {
    let site = try TestSite()
    try await site.run(try site.instance(SignInTests.storages[storage](), accounts: book.accounts)) { client in
      let browser = TestBrowser(), other = TestBrowser()
      for browser in [browser, other] {
        try await browser.signIn(at: client, of: site)
        #expect(try await browser.open("/private/account", at: client).text == "account-1")
      }
    }
    let signIn = try #require(book[\.signIns].first)
    #expect(signIn.user.issuer == site.server.issuer.text && signIn.user.subject == "user-1")
    #expect(signIn.linkingAccount == nil && signIn.trustedEmail == nil)
    #expect(!"\(signIn)".contains("user-1"))
  }

  @Test func `can refuse a user with words, which are escaped and not logged`() async throws {
    let site = try TestSite()
    try await site.run(try site.instance(accounts: book.accounts)) { client in
      let browser = TestBrowser()
      try await browser.signIn(at: client, of: site)
      let before = browser.cookies
      book[\.signInError] = AccountRefused("Ask <b>Grace</b> for an invitation.")
      let answer = try await browser.signIn(at: client, of: site)
      #expect(answer.status == .forbidden && answer.text.contains("Ask &lt;b&gt;Grace&lt;/b&gt; for an invitation."))
      #expect(browser.cookies == before)
      #expect(try await browser.open("/private/account", at: client).text == "account-1")
      let stranger = TestBrowser()
      try await stranger.signIn(at: client, of: site)
      #expect(stranger.cookies.isEmpty)
      #expect(!site.logs.records.contains { $0.contains("Grace") })
    }
  }

  @Test func `admit no user if the hook fails, and don't log its words`() async throws {
    let site = try TestSite()
    for (error, status) in [(Careless(), 503), (CallbackError.foreignState, 503)] as [(any Error, Int)] {
      book[\.signInError] = error
      try await site.run(try site.instance(accounts: book.accounts)) { client in
        let browser = TestBrowser()
        let answer = try await browser.signIn(at: client, of: site)
        #expect(answer.status.code == status && answer.text.contains("account_hook_failed"))
        #expect(browser.cookies.isEmpty && !answer.text.contains(Careless.secret))
        #expect(!site.logs.records.contains { $0.contains(Careless.secret) })
      }
    }
  }

  @Test func `have an identifier`() async throws {
    let site = try TestSite()
    try await site.run(try site.instance(accounts: WebAccounts { _ in "" })) { client in
      let browser = TestBrowser()
      let answer = try await browser.signIn(at: client, of: site)
      #expect(answer.status == .internalServerError)
      #expect(browser.cookies.isEmpty)
    }
  }

  @Test func `aren't passed by a session that began before there was a hook`() async throws {
    let site = try TestSite()
    try await site.run([try site.instance(), try site.instance(accounts: book.accounts)]) { instances in
      let browser = TestBrowser()
      try await browser.signIn(at: instances[0], of: site)
      #expect(try await browser.open("/private", at: instances[1]).path == "/sign-in?return=%2Fprivate")
      #expect(try await browser.open("/", at: instances[1]).text == "nobody")
    }
  }

  @Test(arguments: SignInTests.storages.indices)
  func `have roles that are read at each request, so that a removed one counts at once`(storage: Int) async throws {
    let site = try TestSite()
    try await site.run(try site.instance(SignInTests.storages[storage](), accounts: book.accounts)) { client in
      let browser = TestBrowser()
      try await browser.signIn(at: client, of: site)
      #expect(try await browser.open("/editors", at: client).status == .forbidden)
      book[\.roles] = ["account-1": ["editor", "author"], "account-2": ["admin"]]
      #expect(try await browser.open("/editors", at: client).text == "author,editor")
      book[\.roles] = ["account-1": ["Editor", "editors", ""]]
      let refused = try await browser.open("/editors", at: client)
      #expect(refused.status == .forbidden && refused.text.contains("You may not open this page"))
      // The account is gone, and the session with it.
      book[\.roles] = [:]
      #expect(try await browser.open("/private", at: client).path == "/sign-in?return=%2Fprivate&notice=ended")
      #expect(browser.session == nil)
    }
  }

  @Test func `deny access if roles can't be read`() async throws {
    let site = try TestSite()
    try await site.run(try site.instance(accounts: book.accounts)) { client in
      let browser = TestBrowser()
      try await browser.signIn(at: client, of: site)
      book[\.roles] = ["account-1": ["admin"]]
      book[\.rolesError] = Careless()
      let failed = try await browser.open("/editors", at: client)
      #expect(failed.status == .serviceUnavailable && !failed.text.contains(Careless.secret))
      #expect(!site.logs.records.contains { $0.contains(Careless.secret) })
      book[\.rolesError] = AccountRefused("Your account is locked.")
      let locked = try await browser.open("/editors", at: client)
      #expect(locked.status == .forbidden && locked.text.contains("Your account is locked."))
      let script = try await browser.send(.get, "/editors", at: client, [.secFetchMode: "cors"])
      #expect(script.status == .forbidden && script.text.isEmpty)
      book[\.rolesError] = nil
      #expect(try await browser.open("/editors", at: client).text == "admin")
    }
  }

  @Test func `without a hook no role is ever there`() async throws {
    let site = try TestSite()
    try await site.run(try site.instance()) { client in
      let browser = TestBrowser()
      try await browser.signIn(at: client, of: site)
      #expect(try await browser.open("/editors", at: client).status == .forbidden)
    }
  }

  // The pattern of nOAuth: a provider that anybody administers states a victim's address.
  @Test(arguments: [true, false, nil] as [Bool?])
  func `aren't taken over by an address that another provider states`(isVerified: Bool?) async throws {
    let site = try TestSite()
    let book = AccountBook(trusting: ["login": ["example.com"]])
    let second = try SecondProvider(of: site)
    let mail = "ada@example.com"
    site.transport.answer("/userinfo", with: .json(["sub": "user-1", "email": .string(mail), "email_verified": true]))
    var claims: [String: JSONValue] = ["sub": "user-1", "email": .string(mail)]
    claims["email_verified"] = isVerified.map { .bool($0) }
    second.transport.answer("/userinfo", with: .json(claims))
    let instance = try site.instance(clients: [try site.client(), second.client], accounts: book.accounts)
    try await site.run(instance) { client in
      let browser = TestBrowser(), attacker = TestBrowser()
      try await browser.signIn(at: client, of: site)
      try await attacker.signIn(at: client, of: second)
      #expect(try await attacker.open("/private/account", at: client).text == "account-2")
      #expect(book[\.signIns].map(\.trustedEmail) == [mail, nil])
    }
  }
}
