import Foundation
import OAuthCore
import OAuthServer
import OAuthTestSupport
import Synchronization
import Testing

/// A server whose session store fails.
@Suite struct SessionFaultTests {
  // OpenID Connect Core §5.5.1.1.
  @Test func `A user who signed in before the request failed stays signed in`() async throws {
    let test = try SessionServer()
    let browser = test.browser()
    _ = try await browser.signIn()
    let session = try #require(try await test.session(browser)?.id)
    let acr = #"{"id_token":{"acr":{"essential":true,"value":"urn:example:high"}}}"#
    let answer = try await browser.signIn(["prompt": "login", "claims": acr])
    #expect(try answer.callbackError() == "unmet_authentication_requirements")
    #expect(try await test.session(browser)?.id == session, "the browser has the cookie of no session")
    #expect(try await browser.open(["prompt": "none"]).callback("code").isEmpty == false)
  }

  @Test func `A failed session lookup is an error, never a sign-in`() async throws {
    let store = FailingSessionStore()
    let test = try SessionServer(sessionStore: store)
    let browser = test.browser()
    _ = try await browser.signIn()
    store.fail([.find])
    for answer in [await browser.open(["prompt": "none"]), await browser.get("/logout")] {
      #expect(answer.status == 500 && answer.field("Location") == nil && !answer.text.contains("secret of the store"))
    }
    #expect(!test.log.records.joined().contains("secret of the store"))
  }

  @Test(arguments: [FailingSessionStore.Step.save, .add])
  func `A sign-in that can't be stored is an error for the client, without a code`(
    step: FailingSessionStore.Step
  ) async throws {
    let store = FailingSessionStore()
    let test = try SessionServer(sessionStore: store)
    let browser = test.browser()
    store.fail([step])
    #expect(try await browser.signIn().callbackError() == "server_error")
    store.fail([])
    // A session that was saved before the failure stays: the user needn't enter the password again.
    let next = await browser.open(["prompt": "none"])
    if step == .save {
      #expect(try next.callbackError() == "login_required")
    } else {
      #expect(try next.callback("code").isEmpty == false)
    }
  }

  @Test func `A silent request that fails gets a specified error`() async throws {
    let store = FailingSessionStore()
    let test = try SessionServer(sessionStore: store)
    let browser = test.browser()
    _ = try await browser.signIn()
    store.fail([.add])
    #expect(try await browser.open(["prompt": "none"]).callbackError() == "server_error")
  }

  @Test func `A failed sign-out leaves the user signed in, so that a second try is possible`() async throws {
    let store = FailingSessionStore()
    let test = try SessionServer(sessionStore: store)
    let browser = test.browser()
    _ = try await browser.signIn()
    _ = await browser.get("/logout")
    store.fail([.end])
    let answer = try await browser.press("approve")
    #expect(answer.status == 500 && answer.field("Set-Cookie") == nil && test.clients.arrived.isEmpty)
    store.fail([])
    _ = await browser.get("/logout")
    #expect(try await browser.press("approve").status == 200)
    #expect(test.clients.arrived.count == 1)
  }
}

/// An in-memory session store whose steps can fail.
final class FailingSessionStore: SessionStore {
  enum Step: Sendable { case save, find, add, end }
  struct Failure: Error, CustomStringConvertible {
    var description: String { "secret of the store" }
  }

  private let store = InMemorySessionStore()
  private let failing = Mutex<Set<Step>>([])

  func fail(_ steps: Set<Step>) {
    failing.withLock { $0 = steps }
  }

  private func check(_ step: Step) throws {
    guard !failing.withLock({ $0.contains(step) }) else { throw Failure() }
  }

  func save(_ session: SessionRecord) async throws {
    try check(.save)
    try await store.save(session)
  }

  func renew(_ session: SessionRecord, from cookie: SecretHash) async throws -> Bool {
    try await store.renew(session, from: cookie)
  }

  func find(cookie: SecretHash) async throws -> SessionRecord? {
    try check(.find)
    return try await store.find(cookie: cookie)
  }

  func touch(_ id: SessionID, idleUntil: Date) async throws {
    try await store.touch(id, idleUntil: idleUntil)
  }

  func add(_ grant: SessionGrant, to id: SessionID) async throws -> Bool {
    try check(.add)
    return try await store.add(grant, to: id)
  }

  func end(_ id: SessionID) async throws -> EndedSession? {
    try check(.end)
    return try await store.end(id)
  }

  func sessions(of subject: Subject) async throws -> [SessionRecord] {
    try await store.sessions(of: subject)
  }
}
