import Evidence
import HTTPTypes
import OAuthCore
import OAuthTestSupport
import Synchronization
import Testing

@testable import OAuthServer

/// The queue of passwords that wait for their check.
@Suite struct PasswordQueueTests {
  /// A sign-in from a network, such as "1", for an account.
  private static func origin(_ network: Int, _ account: String, isKnown: Bool = false) -> PasswordQueue.Origin {
    PasswordQueue.Origin(
      username: account, address: ClientAddress("10.0.\(network / 250).\(network % 250)"), isKnown: isKnown)
  }

  /// A full queue: nothing is checked until ``next()``.
  private final class Line: Sendable {
    let queue = PasswordQueue(atOnce: 1)
    private let entered = Mutex<[String]>([])
    private let refused = Mutex<[(String, PasswordQueue.Entry)]>([])

    init() async { _ = await queue.enter(PasswordQueueTests.origin(9_999, "first")) }

    /// Joins the line, and returns once the sign-in waits or is refused.
    func join(_ name: String, network: Int, account: String, isKnown: Bool = false) async {
      await join(name, PasswordQueueTests.origin(network, account, isKnown: isKnown))
    }

    /// Joins the line, and returns once the sign-in waits or is refused.
    func join(_ name: String, _ origin: PasswordQueue.Origin) async {
      let before = await queue.waitingCount + count
      Task {
        let entry = await queue.enter(origin)
        if entry == .entered {
          entered.withLock { $0.append(name) }
        } else {
          refused.withLock { $0.append((name, entry)) }
        }
      }
      while await queue.waitingCount + count == before { await Task.yield() }
    }

    /// Lets the next one in, and returns its name.
    func next() async -> String? {
      let before = entered.withLock { $0.count }
      guard await queue.waitingCount > 0 else { return nil }
      await queue.leave()
      while entered.withLock({ $0.count }) == before { await Task.yield() }
      return entered.withLock { $0.last }
    }

    var refusals: [String: PasswordQueue.Entry] {
      refused.withLock { Dictionary($0) { first, _ in first } }
    }
    private var count: Int { entered.withLock { $0.count } + refused.withLock { $0.count } }
  }

  // One network with twelve waiting sign-ins kept everyone else waiting behind them.
  @Test(.covers("attack: sign-ins without end"))
  func `Networks take turns, and each is served in the order of arrival`() async {
    let line = await Line()
    for number in 1...5 { await line.join("a\(number)", network: 1, account: "a\(number)") }
    await line.join("b1", network: 2, account: "b1")
    await line.join("c1", network: 3, account: "c1")
    await line.join("b2", network: 2, account: "b2")
    var order: [String] = []
    while let name = await line.next() { order.append(name) }
    #expect(order == ["a1", "b1", "c1", "a2", "b2", "a3", "a4", "a5"])
    // Afterwards a place is free at once.
    await line.queue.leave()
    #expect(await line.queue.enter(Self.origin(1, "x")) == .entered)
  }

  @Test func `A network and an account have their shares, and others are not affected`() async {
    let line = await Line()
    let share = PasswordQueue.placesPerNetwork
    for number in 1...share + 1 { await line.join("n\(number)", network: 1, account: "n\(number)") }
    #expect(line.refusals == ["n\(share + 1)": .shareIsFull])
    for number in 1...9 { await line.join("v\(number)", network: 10 + number, account: "victim") }
    #expect(line.refusals == ["n\(share + 1)": .shareIsFull, "v9": .shareIsFull])
    await line.join("other", network: 30, account: "other")
    #expect(line.refusals.count == 2)
    // The first of the crowd, then the others in turn.
    var order: [String] = []
    for _ in 1...10 { order.append(await line.next() ?? "") }
    #expect(order == ["n1", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "other"])
  }

  @Test func `Each right password from a network gives it one more place, up to a limit`() async {
    let line = await Line()
    for _ in 1...5 { await line.queue.succeed(Self.origin(1, "a")) }
    let share = PasswordQueue.placesPerNetwork + 5
    for number in 1...share + 1 { await line.join("n\(number)", network: 1, account: "n\(number)") }
    #expect(line.refusals == ["n\(share + 1)": .shareIsFull])
    for _ in 1...1_000 { await line.queue.succeed(Self.origin(1, "a")) }
    let most = PasswordQueue.mostPlacesPerNetwork
    for number in share + 2...most + 2 { await line.join("n\(number)", network: 1, account: "n\(number)") }
    #expect(line.refusals.count == 2 && line.refusals["n\(most + 2)"] == .shareIsFull)
  }

  @Test(.covers("attack: sign-ins without end"))
  func `In a full queue a crowd makes room for a network without a place`() async {
    let line = await Line()
    for number in 1...PasswordQueue.places {
      await line.join("n\(number)", network: (number - 1) / 100, account: "n\(number)")
    }
    #expect(line.refusals.isEmpty)
    await line.join("new", network: 500, account: "new")
    #expect(line.refusals.count == 1 && line.refusals["new"] == nil)
    #expect(line.refusals.values.allSatisfy { $0 == .shareIsFull })
  }

  @Test func `With one sign-in for each network a full queue is full`() async {
    let line = await Line()
    for number in 1...PasswordQueue.networks { await line.join("n\(number)", network: number, account: "n\(number)") }
    await line.join("new", network: 500, account: "new")
    #expect(line.refusals == ["new": .isFull])
  }

  // Networks without end in one block kept a new browser out.
  @Test(.covers("attack: sign-ins without end"))
  func `In a full queue a block of many networks, or of many wrong passwords, makes room for another block`() async {
    let line = await Line()
    for number in 1...PasswordQueue.networks { await line.join("n\(number)", network: number, account: "n\(number)") }
    // The tests' networks are all in the block 10.0.
    func origin(_ address: String, wrong: Int = 0) -> PasswordQueue.Origin {
      PasswordQueue.Origin(
        username: address, address: ClientAddress(address), guesses: GuessHistory.Counts(block: wrong, network: 0))
    }
    await line.join("new", origin("192.0.2.1"))
    #expect(line.refusals == ["n\(PasswordQueue.networks)": .shareIsFull])
    await line.join("same", network: 400, account: "same")
    await line.join("guessing", origin("198.51.100.1", wrong: 100))
    #expect(line.refusals["same"] == .isFull && line.refusals["guessing"] == .isFull)
    var order: [String] = []
    while let name = await line.next() { order.append(name) }
    #expect(order.last == "new" && order.count == PasswordQueue.networks)
  }

  // Sixty networks could take all places.
  @Test(.covers("attack: sign-ins without end"))
  func `In a full queue a known browser waits, and gets every second turn`() async {
    let line = await Line()
    for number in 1...PasswordQueue.networks { await line.join("n\(number)", network: number, account: "n\(number)") }
    for number in 1...3 { await line.join("k\(number)", network: 500, account: "k\(number)", isKnown: true) }
    #expect(line.refusals.isEmpty)
    var order: [String] = []
    for _ in 1...7 { order.append(await line.next() ?? "") }
    #expect(order == ["k1", "n1", "k2", "n2", "k3", "n3", "n4"])
  }

  @Test(.covers("attack: sign-ins without end"))
  func `The known browsers of one account take only some of the places for known browsers`() async {
    let line = await Line()
    for number in 1...PasswordQueue.networks { await line.join("n\(number)", network: number, account: "n\(number)") }
    for number in 1...5 { await line.join("own\(number)", network: 400, account: "own", isKnown: true) }
    #expect(line.refusals.count == 5 - PasswordQueue.knownPlacesPerAccount)
    for number in 1...18 { await line.join("k\(number)", network: 500, account: "k\(number)", isKnown: true) }
    #expect(line.refusals.count == 5 - PasswordQueue.knownPlacesPerAccount)
    await line.join("last", network: 501, account: "last", isKnown: true)
    #expect(line.refusals["last"] == .isFull)
  }

  @Test(.covers("attack: sign-ins without end"))
  func `A browser is known to the user who signed in with it, and to no other user`() async throws {
    let test = try SessionServer()
    let browser = test.browser()
    _ = await browser.open()
    #expect(browser.known == nil)
    _ = try await browser.press("approve", ["password": "wrong"])
    #expect(browser.known == nil)
    _ = try await browser.press("approve")
    let mark = try #require(browser.known)
    #expect(mark.hasPrefix("__Host-pixy-known=") && !mark.contains("ada"))
    let grace = test.browser()
    _ = try await grace.signIn(as: "grace")
    #expect(try #require(grace.known) != mark)
    let cookie = SessionCookie(test.server.issuer)
    let (known, other) = (
      KnownBrowsers(key: Secret("key"), cookie: cookie), KnownBrowsers(key: Secret("other"), cookie: cookie)
    )
    func request(_ value: Secret) -> HTTPRequest {
      HTTPRequest(
        method: .post, scheme: "https", authority: "login.example", path: "/",
        headerFields: [.cookie: "a=b; \(cookie.knownName)=\(value.reveal())"])
    }
    let own = request(known.mark(of: "ada"))
    #expect(known.sent(own, for: "ada") && !known.sent(own, for: "grace") && !other.sent(own, for: "ada"))
    #expect(!known.sent(request(Secret("ada")), for: "ada"))
  }

  // Twelve of twelve rightful sign-ins failed while one address sent passwords without end.
  @Test(.covers("attack: sign-ins without end"))
  func `While one address sends passwords without end, a user elsewhere signs in`() async throws {
    let gate = Gate()
    let test = try TestServer(users: HeldDirectory(gate: gate))
    @Sendable func signIn(_ username: String, _ password: String, from address: String) async -> HTTPAnswer {
      let form = TestServer.decision(TestServer.authorization(), ["username": username, "password": password])
      return await test.post("/authorize/decision", form, from: ClientAddress(address))
    }
    let statuses = await withTaskGroup(of: (isRightful: Bool, status: Int).self) { group in
      for number in 0..<200 {
        group.addTask { (false, await signIn("name-\(number)", "wrong", from: "203.0.113.7").status) }
      }
      // The share of the address is taken: 2 checks, 128 places.
      var rejected: [(isRightful: Bool, status: Int)] = []
      while rejected.count < 70, let next = await group.next() { rejected.append(next) }
      group.addTask { (true, await signIn("ada", TestServer.password, from: "198.51.100.20").status) }
      gate.open()
      return await group.reduce(into: rejected) { $0.append($1) }
    }
    #expect(statuses.filter(\.isRightful).map(\.status) == [303])
    // Those without a place don't count. Of the others a hundred are checked.
    #expect(statuses.count { $0.status == 503 } == 70 && statuses.count { $0.status == 403 } == 100)
    #expect(statuses.count { $0.status == 429 } == 30)
  }

  // Of 120 people with right passwords 14 got in; 48 read that there were too many wrong passwords.
  @Test func `Everyone in an office with right passwords gets in, though all come at once`() async throws {
    let gate = Gate()
    let test = try TestServer(users: HeldDirectory(gate: gate))
    let statuses = await withTaskGroup(of: Int.self) { group in
      for number in 0..<120 {
        group.addTask {
          let changes: Changes = ["username": "person-\(number)", "password": "right"]
          let form = TestServer.decision(TestServer.authorization(), changes)
          return await test.post("/authorize/decision", form, from: ClientAddress("203.0.113.7")).status
        }
      }
      gate.open()
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses.count == 120 && statuses.allSatisfy { $0 == 303 }, "\(statuses)")
  }

  // The last free place of a count was taken by a right password that was being checked.
  @Test func `Right passwords that come at once beside almost too many wrong ones are accepted`() async throws {
    let gate = Gate()
    gate.open()
    let test = try TestServer(users: HeldDirectory(gate: gate))
    @Sendable func signIn(_ name: String, _ password: String) async -> Int {
      let form = TestServer.decision(TestServer.authorization(), ["username": name, "password": password])
      return await test.post("/authorize/decision", form, from: ClientAddress("203.0.113.7")).status
    }
    for number in 0..<99 { #expect(await signIn("name-\(number)", "wrong") == 403) }
    let statuses = await withTaskGroup(of: Int.self) { group in
      for number in 0..<60 { group.addTask { await signIn("person-\(number)", "right") } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses.allSatisfy { $0 == 303 }, "\(statuses)")
    #expect(await signIn("last", "wrong") == 403)
    #expect(await signIn("person-new", "right") == 429)
  }
}

/// Users whose passwords are checked when a gate opens.
private struct HeldDirectory: UserDirectory {
  let gate: Gate
  private let users = InMemoryUserDirectory([TestServer.ada])

  init(gate: Gate) { self.gate = gate }

  func authenticate(username: String, password: Secret) async throws -> Subject? {
    try await gate.pass()
    // Everyone else in the office has one password.
    if username.hasPrefix("person"), password == Secret("right") { return Subject(rawValue: username) }
    return try await users.authenticate(username: username, password: password)
  }

  func user(_ subject: Subject) async throws -> User? { try await users.user(subject) }
}
