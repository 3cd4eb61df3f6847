#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import JOSE
public import OAuthServer

/// The requirements of `SigningKeyStore`, as checks.
///
/// To test a store of your own, run each check in a test, on an empty store. ``ServerStoreCheck``
/// has an example.
public enum SigningKeyStoreCompatibility {
  /// All requirements.
  public static let checks: [ServerStoreCheck<any SigningKeyStore>] = [
    ServerStoreCheck("has no keys at first") { open in
      try expect(await open().keys().isEmpty, "a key came from nowhere")
    },
    ServerStoreCheck("gives back everything that was added, also to another process") { open in
      try expect(await open().add(record("a"), after: nil, publishingOthersUntil: end), "a first key was refused")
      try expect(await open().keys() == [record("a")], "what came back is different")
    },
    ServerStoreCheck("writes down until when predecessors of the same algorithm are published, once") { open in
      let store = try await open()
      _ = try await store.add(record("a"), after: nil, publishingOthersUntil: end)
      _ = try await store.add(record("r", .rs256), after: nil, publishingOthersUntil: end)
      try expect(await store.add(record("b", at: 1), after: "a", publishingOthersUntil: end), "a successor was refused")
      try expect(
        await store.add(record("c", at: 2), after: "b", publishingOthersUntil: end + 9), "a third key was refused")
      let ends = Dictionary(
        try await open().keys().map { ($0.keyID, $0.publishedUntil) }, uniquingKeysWith: { first, _ in first })
      try expect(ends == ["a": end, "b": end + 9, "c": nil, "r": nil], "the ends are other ones")
    },
    ServerStoreCheck("refuses a key whose predecessor isn't the newest any more, and changes nothing then") { open in
      let store = try await open()
      _ = try await store.add(record("a"), after: nil, publishingOthersUntil: end)
      for newest in [nil, "b", ""] {
        try expect(
          await !store.add(record("c", at: 1), after: newest, publishingOthersUntil: end), "two keys have one place")
      }
      try expect(await store.keys() == [record("a")], "a refused key changed something")
    },
    ServerStoreCheck("takes the key that signs last for the newest, and of two the one with the greater kid") { open in
      let store = try await open()
      _ = try await store.add(record("b", at: 5), after: nil, publishingOthersUntil: end)
      try expect(
        await store.add(record("z", at: 1), after: "b", publishingOthersUntil: end), "an earlier key was refused")
      try expect(
        await store.add(record("a", at: 5), after: "b", publishingOthersUntil: end), "b isn't the newest any more")
      try expect(
        await !store.add(record("x", at: 9), after: "a", publishingOthersUntil: end), "a is taken for the newest")
    },
    ServerStoreCheck("takes one of many that come at once") { open in
      let stores = [try await open(), try await open()]
      let added = try await ServerStoreViolation.simultaneously(40) { number in
        try await stores[number % 2].add(record("k\(number)"), after: nil, publishingOthersUntil: end)
      }
      try expect(added.count { $0 } == 1, "\(added.count { $0 }) of 40 were added")
      try expect(await open().keys().count == 1, "more than one is there")
    },
    ServerStoreCheck("forgets a key, and doesn't mind one that it doesn't know") { open in
      let store = try await open()
      for record in [record("a"), record("r", .rs256)] {
        _ = try await store.add(record, after: nil, publishingOthersUntil: end)
      }
      try await store.remove("b")
      try await store.remove("a")
      try await store.remove("a")
      try expect(await open().keys() == [record("r", .rs256)], "the key is still there, or another one went with it")
    },
  ]

  private static let end = Date(timeIntervalSince1970: 1_900_000_000)

  private static func record(
    _ keyID: String, _ algorithm: SignatureAlgorithm = .es256, at seconds: Double = 0
  ) -> SigningKeyRecord {
    SigningKeyRecord(
      keyID: keyID, algorithm: algorithm, signsFrom: Date(timeIntervalSince1970: 1_800_000_000 + seconds),
      sealed: [0, 255, 128] + Array(keyID.utf8))
  }

  private static func expect(_ condition: Bool, _ otherwise: String) throws {
    try ServerStoreViolation.expect(condition, otherwise)
  }
}
