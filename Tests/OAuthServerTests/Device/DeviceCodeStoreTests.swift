import Foundation
import OAuthCore
import OAuthServer
import OAuthTestSupport
import Testing

@Suite("The in-memory store of device codes")
struct DeviceCodeStoreTests {
  let now = ManualClock().now
  let ada = Subject(rawValue: "1")

  func hash(_ text: String) -> SecretHash { SecretHash(of: Secret(text)) }

  func record(_ device: String, _ user: String, from moment: Date) -> DeviceCodeRecord {
    DeviceCodeRecord(
      deviceCode: hash(device), userCode: hash(user), clientID: "tv", scope: .none, expires: moment + 600)
  }

  @Test func `drops records ten minutes after they expired, and so has a bounded size`() async throws {
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

  @Test func `can restore a record from its stored values`() {
    var record = record("d", "u", from: now)
    _ = record.poll(by: "tv", at: now)
    _ = record.poll(by: "tv", at: now + 1)
    _ = record.decide(.approve(ada, ApprovalDetails(authenticationTime: now + 2)), at: now + 2)
    let copy = DeviceCodeRecord(
      deviceCode: record.deviceCode, userCode: record.userCode, clientID: record.clientID, scope: record.scope,
      details: record.details, expires: record.expires, interval: record.interval, lastPoll: record.lastPoll,
      state: record.state, decidedBy: record.decidedBy, polledBy: record.polledBy,
      wasPolledEarly: record.wasPolledEarly)
    #expect(copy == record && copy.interval == .seconds(10) && copy.lastPoll == now + 1)
    #expect(copy.state == .approved(ada) && copy.details.authenticationTime == now + 2)
  }
}
