#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import JOSE
internal import OAuthServer

extension ServerDatabaseCompatibility {
  static let signingKeys: [Check] = [
    Check("has no signing keys at first") { open in
      try expect(await open().signingKeyRecords().isEmpty, "a key came from nowhere")
    },
    Check("returns everything of a signing key, in another process too") { open in
      try expect(
        await open().addSigningKey(signingKey("a"), after: nil, publishingOthersUntil: later), "a first key was refused"
      )
      try expect(await open().signingKeyRecords() == [signingKey("a")], "what came back is different")
    },
    Check("sets once until when predecessors of the same algorithm are published") { open in
      let database = try await open()
      _ = try await database.addSigningKey(signingKey("a"), after: nil, publishingOthersUntil: later)
      _ = try await database.addSigningKey(signingKey("r", .rs256), after: nil, publishingOthersUntil: later)
      try expect(
        await database.addSigningKey(signingKey("b", at: 1), after: "a", publishingOthersUntil: later),
        "a successor was refused")
      try expect(
        await database.addSigningKey(signingKey("c", at: 2), after: "b", publishingOthersUntil: later + 9),
        "a third key was refused")
      let ends = Dictionary(
        try await open().signingKeyRecords().map { ($0.keyID, $0.publishedUntil) },
        uniquingKeysWith: { first, _ in first })
      try expect(ends == ["a": later, "b": later + 9, "c": nil, "r": nil], "the ends are other ones")
    },
    Check("refuses a signing key whose predecessor isn't the newest, and changes nothing") { open in
      let database = try await open()
      _ = try await database.addSigningKey(signingKey("a"), after: nil, publishingOthersUntil: later)
      for newest in [nil, "b", ""] {
        try expect(
          await !database.addSigningKey(signingKey("c", at: 1), after: newest, publishingOthersUntil: later),
          "two keys have one place")
      }
      try expect(await database.signingKeyRecords() == [signingKey("a")], "a refused key changed something")
    },
    Check("takes the key that signs last as the newest, and of two the one with the greater kid") { open in
      let database = try await open()
      _ = try await database.addSigningKey(signingKey("b", at: 5), after: nil, publishingOthersUntil: later)
      try expect(
        await database.addSigningKey(signingKey("z", at: 1), after: "b", publishingOthersUntil: later),
        "an earlier key was refused")
      try expect(
        await database.addSigningKey(signingKey("a", at: 5), after: "b", publishingOthersUntil: later),
        "b isn't the newest")
      try expect(
        await !database.addSigningKey(signingKey("x", at: 9), after: "a", publishingOthersUntil: later),
        "a is the newest")
    },
    Check("removes a signing key, and accepts an unknown one") { open in
      let database = try await open()
      for record in [signingKey("a"), signingKey("r", .rs256)] {
        _ = try await database.addSigningKey(record, after: nil, publishingOthersUntil: later)
      }
      try await database.removeSigningKey("b")
      try await database.removeSigningKey("a")
      try await database.removeSigningKey("a")
      try expect(
        await open().signingKeyRecords() == [signingKey("r", .rs256)],
        "the key is still there, or another one went with it")
    },
  ]

  static func signingKey(
    _ keyID: String, _ algorithm: SignatureAlgorithm = .es256, at seconds: Double = 0
  ) -> SigningKeyRecord {
    SigningKeyRecord(
      keyID: keyID, algorithm: algorithm, signsFrom: now + seconds, sealed: [0, 255, 128] + Array(keyID.utf8))
  }
}
