import Evidence
import Hummingbird
import HummingbirdTesting
import OAuth
import OAuthCore
import OAuthTestSupport
import OAuthWebHummingbird
import OAuthWebSessions
import Testing

@Suite("Several instances of an application", .covers("RFC 6749 §10.12, web")) struct InstancesTests {
  @Test func `need only the same key: one begins a sign-in, another completes it, a third has the session`()
    async throws
  {
    let site = try TestSite()
    try await site.run([try site.instance(), try site.instance(), try site.instance()]) { instances in
      let browser = TestBrowser()
      let callback = try await browser.callback(at: instances[0], of: site, returningTo: "/private")
      #expect(try await browser.open(callback, at: instances[1], site: "cross-site").path == "/private")
      #expect(try await browser.open("/private", at: instances[2]).text == "user-1")
      let form = try await browser.open("/private/form", at: instances[0]).text
      let posted = try await browser.post("/private", [FormField.name: form, "note": "x"], at: instances[2])
      #expect(posted.status == .ok)
    }
  }

  @Test func `that restart lose no sign-in that is under way, and no session`() async throws {
    let site = try TestSite()
    let browser = TestBrowser()
    try await site.run(try site.instance()) { client in
      _ = try await browser.callback(at: client, of: site)
    }
    let between = browser.cookies
    try await site.run(try site.instance()) { client in
      let callback = try await browser.callback(at: client, of: site)
      #expect(browser.cookies.count == between.count + 1)
      try await site.run(try site.instance()) { restarted in
        let answer = try await browser.open(callback, at: restarted, site: "cross-site")
        #expect(answer.path == "/")
      }
    }
    try await site.run(try site.instance()) { client in
      let answer = try await browser.open("/private", at: client)
      #expect(answer.text == "user-1")
    }
  }

  @Test func `with another key reject sign-ins and sessions`() async throws {
    let site = try TestSite()
    try await site.run([try site.instance(), try site.instance(key: .generate())]) { instances in
      let browser = TestBrowser()
      let callback = try await browser.callback(at: instances[0], of: site)
      #expect(try await browser.open(callback, at: instances[1], site: "cross-site").status == .badRequest)
      try await browser.signIn(at: instances[0], of: site)
      #expect(try await browser.open("/", at: instances[1]).text == "nobody")
    }
  }

  @Test func `replace their key one after the other, and no user notices`() async throws {
    let site = try TestSite()
    let new = SealingKey.generate()
    let instances = [
      try site.instance(older: [new]), try site.instance(key: new, older: [site.key]),
    ]
    try await site.run(instances) { instances in
      for (first, second) in [(instances[0], instances[1]), (instances[1], instances[0])] {
        let browser = TestBrowser()
        let callback = try await browser.callback(at: first, of: site)
        #expect(try await browser.open(callback, at: second, site: "cross-site").path == "/")
        #expect(try await browser.open("/private", at: first).text == "user-1")
      }
    }
  }

  @Test(.covers("attack: a callback that is used twice"))
  func `with a common store complete a sign-in once, and end a session everywhere`() async throws {
    let site = try TestSite()
    let store = MemorySessionStore(clock: site.clock.wallClock)
    for storage in [SessionStorage.store(store), .cookie(endedIn: store)] {
      try await site.run([try site.instance(storage), try site.instance(storage)]) { instances in
        let browser = TestBrowser()
        let callback = try await browser.callback(at: instances[0], of: site)
        let copy = TestBrowser(cookies: browser.cookies)
        #expect(try await browser.open(callback, at: instances[0], site: "cross-site").path == "/")
        #expect(try await copy.open(callback, at: instances[1], site: "cross-site").status == .badRequest)
        let stolen = TestBrowser(cookies: browser.cookies)
        #expect(try await stolen.open("/private", at: instances[1]).text == "user-1")
        let token = try await browser.open("/private/form", at: instances[1]).text
        _ = try await browser.post("/sign-out", [FormField.name: token], at: instances[0])
        #expect(try await stolen.open("/", at: instances[1]).text == "nobody")
        #expect(try await stolen.open("/", at: instances[0]).text == "nobody")
      }
    }
  }
}
