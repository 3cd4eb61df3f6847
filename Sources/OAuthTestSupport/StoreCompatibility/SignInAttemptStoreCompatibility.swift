#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
public import OAuthServer

/// The requirements of `SignInAttemptStore`, as checks.
///
/// To test a store of your own, run each check in a test, on an empty store. ``ServerStoreCheck``
/// has an example.
public enum SignInAttemptStoreCompatibility {
  /// All requirements.
  public static let checks: [ServerStoreCheck<any SignInAttemptStore>] = [
    ServerStoreCheck("admits as many as the limit says, and then none, in whichever process") { open in
      for second in 0..<3 {
        try expect(await open().admit([three(1)], at: now + Double(second)) == .admitted, "too few were admitted")
      }
      try expect(await open().admit([three(1)], at: now + 3) == .lockedOut(until: now + 62), "too many were admitted")
    },
    ServerStoreCheck("keeps keys apart") { open in
      let store = try await open()
      for _ in 0..<3 { _ = try await store.admit([three(1)], at: now) }
      try expect(await store.admit([three(2)], at: now) == .admitted, "one key is locked by another")
    },
    ServerStoreCheck("admits again when the window of the last one has passed, and counts anew") { open in
      let store = try await open()
      for second in [0.0, 10, 20] { _ = try await store.admit([three(1)], at: now + second) }
      try expect(await store.admit([three(1)], at: now + 79.9) == .lockedOut(until: now + 80), "the lock was too short")
      for second in [80.0, 81, 82] {
        try expect(await store.admit([three(1)], at: now + second) == .admitted, "the count didn't begin anew")
      }
      try expect(
        await store.admit([three(1)], at: now + 83) == .lockedOut(until: now + 142), "the new count has no limit")
    },
    ServerStoreCheck("forgets what was counted when the window of the first one has passed") { open in
      let store = try await open()
      for second in [0.0, 59, 60, 119] {
        try expect(await store.admit([three(1)], at: now + second) == .admitted, "an old attempt still counts")
      }
    },
    ServerStoreCheck("counts nothing while one of the counts is full") { open in
      let store = try await open()
      for _ in 0..<3 { _ = try await store.admit([three(1)], at: now) }
      for _ in 0..<10 {
        try expect(
          await store.admit([three(2), three(1)], at: now) == .lockedOut(until: now + 60), "a full count doesn't lock")
      }
      try expect(await store.admit([three(2)], at: now) == .admitted, "a refused attempt was counted")
      try expect(await store.admit([three(1)], at: now + 60) == .admitted, "a refused attempt made the lock longer")
    },
    ServerStoreCheck("counts an attempt under each of its keys") { open in
      let store = try await open()
      for _ in 0..<3 { _ = try await store.admit([three(1), three(2)], at: now) }
      for number in 1...2 as ClosedRange<UInt8> {
        try expect(
          await open().admit([three(number)], at: now) == .lockedOut(until: now + 60), "key \(number) wasn't counted")
      }
    },
    ServerStoreCheck("keeps a lock, however many others are counted meanwhile") { open in
      let store = try await open()
      for _ in 0..<3 { _ = try await store.admit([three(1)], at: now) }
      for number in 0..<1_100 {
        let other = SignInAttemptKey(
          kept: [UInt8(number / 256), UInt8(number % 256)] + [UInt8](repeating: 9, count: 30))
        let count = SignInCount(key: other, limit: three(1).limit, isResetBySuccess: false)
        try expect(await store.admit([count], at: now + 1) == .admitted, "another key is locked")
      }
      try expect(await store.admit([three(1)], at: now + 59) == .lockedOut(until: now + 60), "a lock was forgotten")
    },
    ServerStoreCheck("tells the latest end of all full counts") { open in
      let store = try await open()
      let long = SignInCount(key: key(3), limit: .init(1, in: .seconds(600)), isResetBySuccess: false)
      _ = try await store.admit([long], at: now)
      for _ in 0..<3 { _ = try await store.admit([three(1)], at: now) }
      try expect(
        await store.admit([three(1), long], at: now + 1) == .lockedOut(until: now + 600), "another end was told")
    },
    ServerStoreCheck("takes back what succeeds: one attempt, or all of them") { open in
      let store = try await open()
      let forgotten = SignInCount(key: key(4), limit: three(1).limit, isResetBySuccess: true)
      for _ in 0..<20 {
        try expect(await store.admit([three(1), forgotten], at: now) == .admitted, "successes count")
        try await open().succeed([three(1), forgotten])
      }
      for _ in 0..<2 { _ = try await store.admit([three(1), forgotten], at: now) }
      try await store.succeed([three(1), forgotten])
      for _ in 0..<2 {
        try expect(await store.admit([three(1), forgotten], at: now) == .admitted, "a success didn't take one back")
      }
      try expect(
        await store.admit([three(1)], at: now) == .lockedOut(until: now + 60), "a success took more than one back")
      try expect(await store.admit([forgotten], at: now) == .admitted, "a success didn't end the count")
    },
    ServerStoreCheck("passes over what it doesn't know, and counts nothing less than nothing") { open in
      let store = try await open()
      for _ in 0..<5 { try await store.succeed([three(1)]) }
      _ = try await store.admit([three(1)], at: now)
      for _ in 0..<5 { try await store.succeed([three(1)]) }
      for _ in 0..<3 { _ = try await store.admit([three(1)], at: now) }
      try expect(await store.admit([three(1)], at: now) == .lockedOut(until: now + 60), "a count went below nothing")
    },
    ServerStoreCheck("admits no more than the limit of a hundred that come at once") { open in
      let store = try await open()
      let admitted = try await ServerStoreViolation.simultaneously(100) { _ in
        try await store.admit([three(1)], at: now) == .admitted
      }
      try expect(admitted.count { $0 } == 3, "\(admitted.count { $0 }) were admitted")
    },
  ]

  private static let now = Date(timeIntervalSince1970: 1_800_000_000)

  /// Returns a count with a limit of three attempts in a minute.
  private static func three(_ number: UInt8) -> SignInCount {
    SignInCount(key: key(number), limit: .init(3, in: .seconds(60)), isResetBySuccess: false)
  }

  private static func key(_ number: UInt8) -> SignInAttemptKey {
    SignInAttemptKey(kept: [UInt8](repeating: number, count: 32))
  }

  private static func expect(_ condition: Bool, _ otherwise: String) throws {
    try ServerStoreViolation.expect(condition, otherwise)
  }
}
