import Evidence
import Foundation
import HTTPTypes
import OAuthCore
import OAuthTestSupport
import Testing

@testable import OAuthServer

/// What strangers do with an account doesn't lock out its user's browsers, networks and sessions.
@Suite struct KnownOriginTests {
  private let test: SessionServer
  private static let home = ClientAddress("198.51.100.20")

  init() throws {
    test = try SessionServer()
  }

  private func browser(at address: ClientAddress?, known: String? = nil) -> Browser {
    let browser = test.browser()
    (browser.address, browser.known) = (address, known)
    return browser
  }

  /// Opens a request and types a password.
  private func signIn(_ browser: Browser, _ password: String = TestServer.password, as name: String = "ada")
    async throws
    -> Int
  {
    _ = await browser.open(["prompt": "login"])
    return try await browser.press("approve", ["username": name, "password": password]).status
  }

  /// Fills the count of a name at all addresses, and takes the turn of new browsers.
  private func lockOut(_ name: String = "ada") async throws {
    for network in 1...10 {
      let stranger = browser(at: ClientAddress("203.0.113.\(network)"))
      for _ in 0..<10 { #expect(try await signIn(stranger, "wrong", as: name) == 403) }
    }
    #expect(try await signIn(browser(at: ClientAddress("203.0.113.11")), "wrong", as: name) == 403)
  }

  /// Signs in with the right password. Returns the seconds that it took: the tests' clock moves when a
  /// sign-in waits for its turn.
  private func wait(_ browser: Browser, as name: String = "ada") async throws -> Double {
    let began = test.clock.now
    #expect(try await signIn(browser, as: name) == 303)
    return test.clock.now.timeIntervalSince(began)
  }

  // Ten addresses kept a user out of every browser for an hour.
  @Test(.covers("attack: a user who is locked out by strangers"))
  func `Strangers who lock a name everywhere don't lock out its user`() async throws {
    let own = browser(at: Self.home)
    #expect(try await signIn(own) == 303)
    try await lockOut()
    // A known browser elsewhere, a new browser at home, and the session.
    #expect(try await wait(browser(at: ClientAddress("192.0.2.9"), known: own.known)) == 0)
    #expect(try await wait(browser(at: Self.home)) == 0)
    // A new browser elsewhere waits for its turn. After that its network is known.
    #expect(try await wait(browser(at: ClientAddress("198.18.0.1"))) == 15)
    #expect(try await wait(browser(at: ClientAddress("198.18.0.1"))) == 0)
    _ = await own.get("/account/password")
    let changed = try await own.press(
      "approve",
      [
        "password": TestServer.password, "new_password": "a new long password",
        "new_password_again": "a new long password",
      ])
    #expect(changed.status == 200)
  }

  @Test(.covers("attack: a user who is locked out by strangers"))
  func `Wrong passwords for many names at the user's own address don't lock out its user`() async throws {
    #expect(try await signIn(browser(at: Self.home)) == 303)
    let neighbour = browser(at: Self.home)
    for number in 0..<100 { #expect(try await signIn(neighbour, "wrong", as: "name-\(number)") == 403) }
    #expect(try await signIn(browser(at: Self.home), as: "grace") == 429)
    #expect(try await signIn(browser(at: Self.home)) == 303)
  }

  @Test(.covers("attack: passwords")) func `A known browser and a known network have limits of their own`() async throws
  {
    let own = browser(at: Self.home)
    #expect(try await signIn(own) == 303)
    for _ in 0..<10 { #expect(try await signIn(own, "wrong") == 403) }
    #expect(try await signIn(own) == 429)
    #expect(try await signIn(browser(at: ClientAddress("192.0.2.9"), known: own.known)) == 429)
    let second = browser(at: Self.home)
    for _ in 0..<10 { #expect(try await signIn(second, "wrong") == 403) }
    #expect(try await signIn(second) == 429)
    #expect(try await signIn(browser(at: ClientAddress("192.0.2.9"))) == 303)
    test.clock.advance(by: .seconds(900))
    #expect(try await signIn(own) == 303)
  }

  @Test(.covers("attack: passwords")) func `The known users of an address share a limit of a thousand wrong passwords`()
    throws
  {
    let policy = SignInAttemptPolicy.standard
    func counts(_ name: String, _ origin: SignInOrigin) -> [SignInCount] {
      policy.counts(username: name, address: Self.home, origin)
    }
    let (ada, grace) = (counts("ada", .knownNetwork), counts("grace", .knownNetwork))
    #expect(ada.map(\.limit.count) == [10, 1_000] && ada[1] == grace[1] && ada[0].key != grace[0].key)
    // The count of the name at the address is that of strangers there, and no other is.
    let strangers = Set(counts("ada", .new).map(\.key))
    #expect(ada.map { strangers.contains($0.key) } == [true, false])
    #expect(counts("ada", .knownBrowser).allSatisfy { !strangers.contains($0.key) })
    #expect(counts("ada", .session(id: "1")) != counts("ada", .session(id: "2")))
    let keys = SignInAttemptKey.keys(of: "ada", at: Self.home)
    #expect(keys.count == 5 && Set(keys).count == 5)
  }

  @Test func `A network is known for 90 days after a sign-in, and a wrong password makes none known`() async throws {
    let home = browser(at: Self.home)
    #expect(try await signIn(browser(at: ClientAddress("192.0.2.9")), "wrong") == 403)
    #expect(try await signIn(home) == 303)
    test.clock.advance(by: .seconds(40 * 86_400))
    #expect(try await signIn(home) == 303)
    test.clock.advance(by: .seconds(80 * 86_400))
    try await lockOut()
    #expect(try await wait(browser(at: Self.home)) == 0)
    #expect(try await wait(browser(at: ClientAddress("192.0.2.9"))) == 15)
    test.clock.advance(by: .seconds(91 * 86_400))
    try await lockOut()
    #expect(try await wait(browser(at: Self.home)) == 15)
  }

  @Test func `Another user isn't known at the network`() async throws {
    #expect(try await signIn(browser(at: Self.home)) == 303)
    try await lockOut("grace")
    #expect(try await wait(browser(at: Self.home), as: "grace") == 15)
  }
}
