import HTTPTypes
import Hummingbird
import HummingbirdTesting
import OAuthCore
import OAuthTestSupport
import OAuthWebHummingbird
import OAuthWebSessions
import Testing

@Suite("Linking an identity") struct LinkingTests {
  let book = AccountBook()
  let site: TestSite
  let second: SecondProvider

  init() throws {
    site = try TestSite()
    second = try SecondProvider(of: site, parameters: ["prompt": "consent"])
  }

  func run(
    _ storage: SessionStorage = .cookieUntilExpiry,
    _ body: @escaping @Sendable (any TestClientProtocol) async throws -> Void
  ) async throws {
    let instance = try site.instance(
      storage, clients: [try site.client(), second.client], accounts: book.accounts)
    try await site.run(instance, body)
  }

  @Test(arguments: SignInTests.storages.indices)
  func `adds it to the account of the user who asked for it`(storage: Int) async throws {
    try await run(SignInTests.storages[storage]()) { client in
      let browser = TestBrowser(), other = TestBrowser()
      try await browser.signIn(at: client, of: site)
      let address = try #require(try await browser.beginLinking(at: client))
      // The user chooses the account there, and the provider's own prompt stays.
      #expect(address.contains("prompt=consent%20select_account"))
      let callback = try await second.callback(address)
      #expect(try await browser.open(callback, at: client, site: "cross-site").path == "/private")
      #expect(try await browser.open("/private/account", at: client).text == "account-1")
      #expect(book[\.signIns].map(\.linkingAccount) == [nil, "account-1"])
      try await other.signIn(at: client, of: second)
      #expect(try await other.open("/private/account", at: client).text == "account-1")
    }
  }

  @Test func `needs the form of a signed-in user`() async throws {
    try await run { client in
      let browser = TestBrowser(), other = TestBrowser()
      #expect(try await browser.post("/sign-in/second", [:], at: client).status == .forbidden)
      for browser in [browser, other] { try await browser.signIn(at: client, of: site) }
      let token = try await browser.open("/private/form", at: client).text
      let others = try await other.open("/private/form", at: client).text
      for form in [[:], ["form_token": ""], ["form_token": others]] {
        #expect(try await browser.post("/sign-in/second", form, at: client).status == .forbidden)
      }
      let foreign: HTTPFields = [.origin: "https://evil.example", .secFetchSite: "cross-site"]
      let stolen = try await browser.post("/sign-in/second", ["form_token": token], at: client, foreign)
      #expect(stolen.status == .forbidden)
      // A link begins a sign-in as another user, and links nothing.
      try await browser.signIn(at: client, of: second)
      #expect(try await browser.open("/private/account", at: client).text == "account-2")
      #expect(book[\.signIns].allSatisfy { $0.linkingAccount == nil })
    }
  }

  @Test func `of a second user is refused, and both accounts stay as they are`() async throws {
    try await run { client in
      let owner = TestBrowser(), browser = TestBrowser()
      try await owner.signIn(at: client, of: second)
      try await browser.signIn(at: client, of: site)
      let before = browser.session
      let callback = try await second.callback(try await browser.beginLinking(at: client))
      let answer = try await browser.open(callback, at: client, site: "cross-site")
      #expect(answer.status == .conflict && answer.text.contains("belongs to another account"))
      #expect(browser.session == before)
      #expect(try await browser.open("/private/account", at: client).text == "account-2")
      #expect(try await owner.open("/private/account", at: client).text == "account-1")
    }
  }

  @Test func `isn't done by a hook that returns another account`() async throws {
    let instance = try site.instance(
      clients: [try site.client(), second.client], accounts: WebAccounts { $0.user.provider })
    try await site.run(instance) { client in
      let browser = TestBrowser()
      try await browser.signIn(at: client, of: site)
      let callback = try await second.callback(try await browser.beginLinking(at: client))
      #expect(try await browser.open(callback, at: client, site: "cross-site").status == .conflict)
      #expect(try await browser.open("/private/account", at: client).text == "login")
    }
  }

  @Test func `that an attacker began completes in no other session`() async throws {
    try await run { client in
      let attacker = TestBrowser(), victim = TestBrowser(), stranger = TestBrowser()
      try await attacker.signIn(at: client, of: site)
      let address = try await attacker.beginLinking(at: client)
      try await victim.signIn(at: client, of: site)
      for (name, value) in attacker.cookies where !name.hasSuffix("-session") {
        for browser in [victim, stranger] { browser.set(name, value) }
      }
      let before = victim.session
      let callback = try await second.callback(address)
      let answer = try await victim.open(callback, at: client, site: "cross-site")
      #expect(answer.status == .forbidden && answer.text.contains("Nothing was added to your account"))
      #expect(victim.session == before)
      #expect(try await stranger.open(callback, at: client, site: "cross-site").status != .seeOther)
      #expect(stranger.session == nil)
      #expect(book[\.signIns].allSatisfy { $0.linkingAccount == nil })
    }
  }

  @Test(arguments: SignInTests.storages.indices)
  func `ends with the session that asked for it`(storage: Int) async throws {
    try await run(SignInTests.storages[storage]()) { client in
      let browser = TestBrowser()
      try await browser.signIn(at: client, of: site)
      let address = try await browser.beginLinking(at: client)
      let token = try await browser.open("/private/form", at: client).text
      _ = try await browser.post("/sign-out", ["form_token": token], at: client)
      let callback = try await second.callback(address)
      #expect(try await browser.open(callback, at: client, site: "cross-site").status == .forbidden)
      #expect(browser.session == nil && book[\.signIns].count == 1)
    }
  }

  @Test func `isn't done for an account that is gone or locked`() async throws {
    try await run { client in
      let browser = TestBrowser()
      try await browser.signIn(at: client, of: site)
      let address = try await browser.beginLinking(at: client)
      book[\.roles] = [:]
      let answer = try await browser.open(try await second.callback(address), at: client, site: "cross-site")
      #expect(answer.status == .forbidden && answer.text.contains("Nothing was added to your account"))
      #expect(book[\.signIns].count == 1)
    }
  }

  @Test func `can't be moved to another sign-in of the same browser`() async throws {
    try await run { client in
      let browser = TestBrowser()
      try await browser.signIn(at: client, of: site)
      _ = try await browser.beginLinking(at: client)
      let linking = try #require(browser.cookies.first { !$0.key.hasSuffix("-session") })
      let begun = try await browser.open("/sign-in/second", at: client)
      let plain = try #require(browser.cookies.first { !$0.key.hasSuffix("-session") && $0.key != linking.key })
      // Time, hash of the state, attempt, purpose, path.
      let linkingParts = linking.value.split(separator: "."), plainParts = plain.value.split(separator: ".")
      try #require(linkingParts.count == 5 && plainParts.count == 4)
      browser.set(plain.key, (plainParts[..<3] + [linkingParts[3], plainParts[3]]).joined(separator: "."))
      let callback = try await second.callback(begun.headers[.location])
      #expect(try await browser.open(callback, at: client, site: "cross-site").status == .badRequest)
      #expect(book[\.signIns].count == 1)
    }
  }

  @Test func `isn't offered without accounts`() async throws {
    try await site.run(try site.instance(clients: [try site.client(), second.client])) { client in
      let browser = TestBrowser()
      try await browser.signIn(at: client, of: site)
      let token = try await browser.open("/private/form", at: client).text
      let answer = try await browser.post("/sign-in/second", ["form_token": token], at: client)
      #expect(answer.status == .methodNotAllowed && answer.headers[.allow] == "GET")
    }
  }
}
