import Evidence
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import OAuthCore
import OAuthTestSupport
import OAuthWebHummingbird
import OAuthWebSessions
import Testing

@Suite("A store that fails") struct StoreFailureTests {
  private let site: TestSite
  private let store: UnreliableSessionStore

  init() throws {
    site = try TestSite()
    store = UnreliableSessionStore(MemorySessionStore(clock: site.clock.wallClock))
  }

  /// The storages with a store.
  static let storages: [@Sendable (any SessionStore) -> SessionStorage] = [
    { .cookie(endedIn: $0) }, { .store($0) },
  ]

  @Test(arguments: storages.indices, [UnreliableSessionStore.Failure.writing, .everything])
  func `lets users sign out of their browser, and says what stays valid`(
    storage: Int, failure: UnreliableSessionStore.Failure
  ) async throws {
    try await site.run(try site.instance(Self.storages[storage](store))) { [store, site] client in
      let browser = TestBrowser()
      try await browser.signIn(at: client, of: site)
      let copy = TestBrowser(cookies: browser.cookies)
      let token = try await browser.open("/private/form", at: client).text
      store.failure = failure
      let page = try await browser.open("/sign-out", at: client)
      #expect(page.status == .ok && page.text.contains(#"value="\#(token)""#))
      let answer = try await browser.post("/sign-out", [FormField.name: token], at: client)
      #expect(answer.status == .serviceUnavailable && answer.text.contains("signed out in this browser only"))
      #expect(answer.text.contains("can be used for up to 12 hours"))
      #expect(browser.session == nil)
      store.failure = nil
      #expect(try await copy.open("/private", at: client).text == "user-1")
    }
  }

  @Test(.covers("attack: forms of other sites in an application"), arguments: storages.indices)
  func `signs no user out by another site's form`(storage: Int) async throws {
    try await site.run(try site.instance(Self.storages[storage](store))) { [store, site] client in
      let browser = TestBrowser()
      try await browser.signIn(at: client, of: site)
      let token = try await browser.open("/private/form", at: client).text
      store.failure = .everything
      for (form, fields) in [
        (["x": "y"], nil), ([FormField.name: "wrong"], nil),
        ([FormField.name: token], [.origin: "https://evil.example"]),
      ] as [([String: String], HTTPFields?)] {
        #expect(try await browser.post("/sign-out", form, at: client, fields).status == .forbidden)
      }
      #expect(browser.session != nil)
      #expect(try await browser.open("/private", at: client).status.code >= 500)
    }
  }

  @Test func `with a full disk shows signed-in users their pages`() async throws {
    try await site.run(try site.instance(.store(store))) { [store, site] client in
      let browser = TestBrowser()
      try await browser.signIn(at: client, of: site)
      site.clock.advance(by: .seconds(1_000))
      store.failure = .writing
      #expect(try await browser.open("/private", at: client).text == "user-1")
      store.failure = nil
      #expect(try await browser.open("/private", at: client).text == "user-1")
      site.clock.advance(by: .seconds(3_000))
      #expect(try await browser.open("/private", at: client).text == "user-1")
    }
  }
}
