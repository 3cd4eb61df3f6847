import Foundation
import OAuthCore
import OAuthServer
import OAuthTestSupport
import Testing

@Suite("The store of device codes in memory")
struct DeviceCodeStoreTests {
  let now = ManualClock().now
  let ada = Subject(rawValue: "1")

  func hash(_ text: String) -> SecretHash { SecretHash(of: Secret(text)) }

  func record(_ device: String, _ user: String, from moment: Date) -> DeviceCodeRecord {
    DeviceCodeRecord(
      deviceCode: hash(device), userCode: hash(user), clientID: "tv", scope: .none, expires: moment + 600)
  }

  @Test func `keeps a record unless one of its codes is in use`() async throws {
    let store = InMemoryDeviceCodeStore()
    #expect(try await store.save(record("d", "u", from: now), at: now))
    #expect(try await !store.save(record("d", "v", from: now), at: now))
    #expect(try await !store.save(record("e", "u", from: now), at: now + 599))
    #expect(try await store.save(record("e", "u", from: now + 600), at: now + 600))
    // The old record is still there for its client, and the user code is the new one's.
    #expect(try await store.poll(hash("d"), by: "tv", at: now + 600) == .expired)
    #expect(try await store.decide(userCode: hash("u"), .approve(ada), at: now + 601))
    #expect(
      try await store.poll(hash("e"), by: "tv", at: now + 601) == .approved(ada, .none, authenticatedAt: now + 601))
  }

  @Test func `gives an approved record to exactly one caller, and one in another state to none`() async throws {
    let store = InMemoryDeviceCodeStore()
    _ = try await store.save(record("d", "u", from: now), at: now)
    #expect(try await !store.redeem(hash("d")))
    #expect(try await !store.redeem(hash("unknown")))
    #expect(try await store.decide(userCode: hash("u"), .approve(ada), at: now))
    #expect(try await !store.decide(userCode: hash("u"), .deny, at: now))
    #expect(try await !store.decide(userCode: hash("unknown"), .deny, at: now))
    let won = await ConcurrencyTests.simultaneously(100) { (try? await store.redeem(hash("d"))) == true }
    #expect(won.filter { $0 }.count == 1)
    #expect(try await store.poll(hash("d"), by: "tv", at: now) == .unknown)
  }

  @Test func `counts wrong codes by the minute of the clock, which may be set back`() async throws {
    let store = InMemoryDeviceCodeStore()
    _ = try await store.save(record("d", "u", from: now), at: now)
    // 1,800,000,000 is the beginning of a minute.
    func find(_ code: String, _ seconds: Double) async throws -> UserCodeLookup {
      try await store.find(userCode: hash(code), at: now + seconds, wrongCodesPerMinute: 2)
    }
    #expect(try await find("u", 0) == .found(record("d", "u", from: now)))
    #expect(try await find("x", 0) == .unknown)
    #expect(try await find("x", 59) == .unknown)
    #expect(try await find("u", 59.9) == .tooManyWrong)
    #expect(try await find("u", 60) == .found(record("d", "u", from: now)))
    #expect(try await find("x", 61) == .unknown)
    #expect(try await find("x", 62) == .unknown)
    #expect(try await find("u", 63) == .tooManyWrong)
    #expect(try await find("u", -7_200) == .found(record("d", "u", from: now)))
    #expect(try await find("u", 600) == .unknown)
  }

  @Test func `forgets what has been over for ten minutes, and grows with nothing else`() async throws {
    let store = InMemoryDeviceCodeStore()
    for number in 0..<1_024 {
      #expect(try await store.save(record("d\(number)", "u\(number)", from: now), at: now))
    }
    #expect(try await store.save(record("x", "y", from: now), at: now + 1_199))
    #expect(store.count == 1_025)
    for number in 0..<1_100 {
      _ = try await store.save(record("e\(number)", "v\(number)", from: now + 1_200), at: now + 1_200)
    }
    #expect(store.count == 1_100)
    #expect(try await store.poll(hash("d1"), by: "tv", at: now + 1_200) == .unknown)
    #expect(try await !store.decide(userCode: hash("u1"), .deny, at: now))
    #expect(try await store.decide(userCode: hash("v1"), .deny, at: now + 1_200))
  }

  @Test func `can put a record together from what it kept`() {
    var record = record("d", "u", from: now)
    _ = record.poll(by: "tv", at: now)
    _ = record.poll(by: "tv", at: now + 1)
    _ = record.decide(.approve(ada), at: now + 2)
    let copy = DeviceCodeRecord(
      deviceCode: record.deviceCode, userCode: record.userCode, clientID: record.clientID, scope: record.scope,
      expires: record.expires, interval: record.interval, lastPoll: record.lastPoll, state: record.state)
    #expect(copy == record && copy.interval == .seconds(10) && copy.lastPoll == now + 1)
    #expect(copy.state == .approved(ada, authenticatedAt: now + 2))
  }
}
