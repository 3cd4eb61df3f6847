#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import OAuthCore
public import OAuthServer

/// The requirements of `PushedRequestStore`, as checks.
///
/// To test a store of your own, run each check in a test, on an empty store. ``ServerStoreCheck``
/// has an example.
public enum PushedRequestStoreCompatibility {
  /// All requirements.
  public static let checks: [ServerStoreCheck<any PushedRequestStore>] = [
    ServerStoreCheck("knows of nothing at first") { open in
      let store = try await open()
      try expect(await store.find(hash("a")) == nil, "a request came from nowhere")
      try expect(await !store.consume(hash("a")), "a request was consumed that never was")
    },
    ServerStoreCheck("gives back everything that was saved, octet for octet, also to another process") { open in
      let text = "state=%00'%3B--&nonce=\u{E9}\u{65}\u{301}&x=" + String(repeating: "y", count: 16_000)
      let whole = PushedRequestRecord(
        hash: hash("whole"), clientID: "client \u{1F511}'", parameters: Secret(text),
        expires: start.addingTimeInterval(90),
        completableUntil: start.addingTimeInterval(1_890))
      for record in [whole, record("little")] {
        try await open().save(record)
        let kept = try await open().find(record.hash)
        try expect(kept == record, "what came back is different")
        try expect(
          kept.map { Array($0.parameters.reveal().utf8) } == Array(record.parameters.reveal().utf8),
          "the parameters are spelled otherwise")
      }
    },
    ServerStoreCheck("finds a request as often as it is asked") { open in
      let store = try await open()
      try await store.save(record("a"))
      for _ in 0..<3 { try expect(await store.find(hash("a")) != nil, "reading consumed the request") }
    },
    ServerStoreCheck("keeps a request for longer, never for less, and makes none") { open in
      try await open().save(record("a"))
      try await open().save(record("b"))
      for (seconds, expected) in [(2_000.0, 2_000.0), (1_900, 2_000), (2_001, 2_001)] {
        try await open().extend(hash("a"), until: start.addingTimeInterval(seconds))
        let kept = try await open().find(hash("a"))
        try expect(
          kept?.completableUntil == start.addingTimeInterval(expected), "it is kept until another time than the latest")
        try expect(kept?.expires == record("a").expires, "a sign-in can begin at another time")
        try expect(kept?.parameters.reveal() == "state=a" && kept?.clientID == "app", "the request is another")
      }
      try expect(await open().find(hash("b")) == record("b"), "another request is kept for longer too")
      let store = try await open()
      _ = try await store.consume(hash("a"))
      try await store.extend(hash("a"), until: start.addingTimeInterval(3_000))
      try expect(await store.find(hash("a")) == nil, "a consumed request is there again")
    },
    ServerStoreCheck("consumes a request once, and knows it no more") { open in
      let store = try await open()
      try await store.save(record("a"))
      try await store.save(record("b"))
      try expect(await open().consume(hash("a")), "the request could not be consumed")
      try expect(await !store.consume(hash("a")), "the request was consumed twice")
      try expect(await store.find(hash("a")) == nil, "a consumed request is still there")
      try expect(await store.find(hash("b")) == record("b"), "another request went with it")
    },
    ServerStoreCheck("lets one of a hundred consumers have a request") { open in
      try await open().save(record("a"))
      let won = try await ServerStoreViolation.simultaneously(100) { _ in try await open().consume(hash("a")) }
      try expect(won.count { $0 } == 1, "\(won.count { $0 }) of a hundred consumed one request")
    },
  ]

  private static let start = Date(timeIntervalSince1970: 1_800_000_000)

  private static func hash(_ name: String) -> SecretHash { SecretHash(of: Secret(name)) }

  private static func record(_ name: String) -> PushedRequestRecord {
    PushedRequestRecord(
      hash: hash(name), clientID: "app", parameters: Secret("state=\(name)"), expires: start.addingTimeInterval(90),
      completableUntil: start.addingTimeInterval(1_890))
  }

  private static func expect(_ condition: Bool, _ otherwise: String) throws {
    try ServerStoreViolation.expect(condition, otherwise)
  }
}
