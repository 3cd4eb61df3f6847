import Evidence
import Foundation
import HTTPTypes
import OAuthCore
import OAuthServer
import OAuthTestSupport
import Testing

/// The limit on wrong passwords. RFC 6819 §4.4.3.6 and RFC 9700 leave the protection against
/// password guessing to the server.
struct LockOutTests {
  let test: TestServer
  static let home = ClientAddress("203.0.113.7")
  static let elsewhere = ClientAddress("198.51.100.20")

  init() throws {
    test = try TestServer()
  }

  func signIn(
    _ username: String = "ada", _ password: String = TestServer.password, from address: ClientAddress? = home
  ) async -> HTTPAnswer {
    let form = TestServer.decision(TestServer.authorization(), ["username": username, "password": password])
    return await test.post("/authorize/decision", form, from: address)
  }

  var problem: PageProblem? {
    if case .signIn(let page) = test.pages.last { page.problem } else { nil }
  }

  @Test(.covers("attack: passwords"))
  func `Ten wrong passwords lock an account for their address, and the page says for how long`() async throws {
    for _ in 0..<10 { #expect(await signIn("ada", "wrong").status == 403) }
    let answer = await signIn("ada", "wrong")
    #expect(answer.status == 429 && answer.field("Retry-After") == "900")
    #expect(problem == .lockedOut(wait: .seconds(900)))
    test.clock.advance(by: .seconds(30))
    #expect(await signIn("ada", "wrong").field("Retry-After") == "870")
  }

  // Accepting it would be an oracle: guessing could go on while the account is locked.
  @Test(.covers("CVE-2024-32868"))
  func `The right password is rejected while its account is locked, and accepted afterwards`() async throws {
    for _ in 0..<10 { _ = await signIn("ada", "wrong") }
    let (right, wrong) = (await signIn(), await signIn("ada", "wrong"))
    #expect(right.status == 429 && right.body == wrong.body)
    #expect(test.database.counts.codes == 0)
    test.clock.advance(by: .seconds(899))
    #expect(await signIn().status == 429)
    test.clock.advance(by: .seconds(1))
    #expect(await signIn().status == 303)
  }

  @Test func `A user name that doesn't exist is locked in the same way`() async throws {
    for _ in 0..<10 { #expect(await signIn("nobody", "wrong").status == 403) }
    #expect(await signIn("nobody", "wrong").status == 429)
  }

  @Test func `Guesses from one address don't lock out users at other addresses`() async throws {
    for _ in 0..<500 { _ = await signIn("ada", "wrong") }
    #expect(await signIn(from: Self.elsewhere).status == 303)
  }

  @Test(.covers("CVE-2025-24806")) func `User names that differ only in case share one count`() async throws {
    for number in 0..<10 { _ = await signIn(["ada", "ADA", "Ada"][number % 3], "wrong") }
    #expect(await signIn().status == 429)
  }

  @Test(.covers("attack: passwords")) func `One address may enter a hundred wrong passwords for all accounts together`()
    async throws
  {
    for number in 0..<100 { #expect(await signIn("user-\(number)", "wrong").status == 403) }
    #expect(await signIn().status == 429)
    #expect(await signIn(from: Self.elsewhere).status == 303)
  }

  @Test(.covers("CVE-2025-64102"))
  func `After a hundred wrong passwords for one account all strangers have one guess in 15 seconds`() async throws {
    func guess(_ number: Int) async -> Int {
      await signIn("ada", "wrong", from: ClientAddress("192.0.\(number / 250).\(number % 250)")).status
    }
    let began = test.clock.now
    for number in 0..<100 { #expect(await guess(number) == 403) }
    #expect(test.clock.now == began)
    for number in 100...120 { #expect(await guess(number) == 403) }
    #expect(test.clock.now == began + 20 * 15)
    // The tests' clock moves when a sign-in waits.
    #expect(await signIn(from: Self.elsewhere).status == 303)
    #expect(test.clock.now == began + 21 * 15)
  }

  // A hundred in the first moment of an hour, and 240 turns.
  @Test(.covers("attack: passwords")) func `Strangers without end guess at most 340 times an hour at one account`()
    async throws
  {
    let end = test.clock.now + 3 * 3_600
    var (number, checked) = (0, 0)
    while test.clock.now < end {
      number += 1
      let address = ClientAddress("\(number % 200 + 1).\(number / 200 % 250).\(number % 7).1")
      if await signIn("ada", "wrong", from: address).status == 403 { checked += 1 }
    }
    #expect((3 * 240...3 * 340 + 1).contains(checked), "\(checked) guesses")
  }

  // A library's tests have a clock that stands still, and no sleep that moves it.
  @Test func `A sign-in doesn't wait for its turn for ever if the clock stands still`() async throws {
    let test = try TestServer(asking: TestServer.clients(openID: true), configure: { $0.sleep = { _ in } })
    func status(_ number: Int) async -> Int {
      let form = TestServer.decision(TestServer.authorization(), ["username": "ada", "password": "wrong"])
      return await test.post("/authorize/decision", form, from: ClientAddress("192.0.\(number).1")).status
    }
    for number in 0...100 { #expect(await status(number) == 403) }
    #expect(await status(101) == 429)
  }

  // RFC 6177 §2: a customer may have 65,536 networks of 64 bits.
  @Test(.covers("CVE-2026-45364"))
  func `All IPv6 networks of one customer lock an account for that customer only`() async throws {
    var looked = 0
    for network in ["0", "1", "ff", "100", "101", "4000", "8000", "c000", "fffe", "ffff"] {
      let address = ClientAddress("2001:db8:0:\(network)::1")
      for _ in 0..<10 where await signIn("ada", "wrong", from: address).status == 403 { looked += 1 }
    }
    #expect(looked == 10)
    #expect(await signIn(from: ClientAddress("2001:db8:0:7::1")).status == 429)
    #expect(await signIn(from: ClientAddress("2001:db8:1::1")).status == 303)
    #expect(await signIn(from: Self.elsewhere).status == 303)
  }

  @Test func `An IPv6 network of 56 bits may enter a hundred wrong passwords for all accounts together`() async throws {
    for number in 0..<100 {
      let address = ClientAddress("2001:db8:0:\(String(number, radix: 16))::1")
      #expect(await signIn("user-\(number)", "wrong", from: address).status == 403)
    }
    #expect(await signIn(from: ClientAddress("2001:db8:0:ff::1")).status == 429)
    #expect(await signIn(from: ClientAddress("2001:db8:0:100::1")).status == 303)
  }

  @Test func `Right passwords don't count, and reset the count of wrong ones`() async throws {
    for _ in 0..<200 { #expect(await signIn().status == 303) }
    for _ in 0..<5 {
      for _ in 0..<9 { #expect(await signIn("ada", "wrong").status == 403) }
      #expect(await signIn().status == 303)
    }
  }

  @Test(.covers("attack: passwords", "CVE-2024-4629"))
  func `Ten of a hundred simultaneous guesses are checked`() async throws {
    let answers = await ConcurrencyTests.simultaneously(100) { await signIn("ada", "wrong") }
    var checked = answers.count { $0.status == 403 }
    // An account has eight waiting places.
    #expect(checked <= 10 && answers.allSatisfy { [403, 429, 503].contains($0.status) })
    for _ in 0..<20 where await signIn("ada", "wrong").status == 403 { checked += 1 }
    #expect(checked == 10)
  }

  @Test func `Requests without a known address share one count`() async throws {
    for _ in 0..<10 { _ = await signIn("ada", "wrong", from: nil) }
    #expect(await signIn(from: nil).status == 429)
  }

  @Test func `Cancelling needs no password and works while the account is locked`() async throws {
    for _ in 0..<11 { _ = await signIn("ada", "wrong") }
    #expect(try await test.decide(TestServer.authorization(), ["decision": "deny"]).callbackError() == "access_denied")
  }

  @Test func `Device sign-ins share the same count`() async throws {
    let test = try TestServer(features: [.deviceAuthorization])
    let codes = try await test.deviceCodes()
    for _ in 0..<10 { #expect(await test.decide(codes, ["password": "wrong"]).status == 403) }
    #expect(await test.decide(codes).status == 429)
    #expect(await test.decide(TestServer.authorization()).status == 429)
    #expect(await test.poll(codes).error == "authorization_pending")
  }

  @Test func `A failing user directory doesn't count as a wrong password`() async throws {
    let test = try TestServer(users: FailingDirectory())
    for _ in 0..<20 {
      #expect(try await test.decide(TestServer.authorization()).callbackError() == "server_error")
    }
  }

  @Test func `Too many simultaneous password checks lead to a page with status 503`() async throws {
    let test = try TestServer(
      users: FailingDirectory(error: PasswordHashingError.busy))
    for _ in 0..<20 {
      let answer = await test.decide(TestServer.authorization())
      #expect(answer.status == 503 && answer.field("Retry-After") == "5")
    }
  }

  @Test func `The log has the address for the operator, and not the user name`() async throws {
    for _ in 0..<11 { _ = await signIn("somebody-secret", "wrong") }
    #expect(test.log.records.contains { $0.contains("Too many wrong passwords") })
    #expect(test.log.records.contains { $0.contains("203.0.113.7") })
    #expect(!test.log.records.contains { $0.contains("somebody-secret") })
  }
}

private struct FailingDirectory: UserDirectory {
  struct Failure: Error {}

  var error: any Error = Failure()

  func authenticate(username: String, password: Secret) async throws -> Subject? { throw error }
  func user(_ subject: Subject) async throws -> User? { throw error }
}
