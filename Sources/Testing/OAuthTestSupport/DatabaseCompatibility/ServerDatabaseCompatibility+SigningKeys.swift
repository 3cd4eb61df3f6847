internal import FoundationBasics
internal import JOSE
internal import OAuthServer

extension ServerDatabaseCompatibility {
  static let signingKeys: [Check] = [
    Check("has no signing keys at first") { open in
      try expect(await open().signingKeyRecords().isEmpty, "a new database has a key")
    },
    Check("returns every member of a signing key, even in another process") { open in
      try expect(
        await open().addSigningKey(signingKey("a"), after: nil, publishingOthersUntil: later),
        "a first key was rejected"
      )
      try expect(await open().signingKeyRecords() == [signingKey("a")], "the key is different")
    },
    Check("sets the end of publication of predecessors of the same algorithm once") { open in
      let database = try await open()
      _ = try await database.addSigningKey(signingKey("a"), after: nil, publishingOthersUntil: later)
      _ = try await database.addSigningKey(signingKey("r", .rs256), after: nil, publishingOthersUntil: later)
      try expect(
        await database.addSigningKey(signingKey("b", at: 1), after: "a", publishingOthersUntil: later),
        "a successor was rejected")
      try expect(
        await database.addSigningKey(signingKey("c", at: 2), after: "b", publishingOthersUntil: later + 9),
        "a third key was rejected")
      let ends = Dictionary(
        try await open().signingKeyRecords().map { ($0.keyID, $0.publishedUntil) },
        uniquingKeysWith: { first, _ in first })
      try expect(ends == ["a": later, "b": later + 9, "c": nil, "r": nil], "the ends of publication are wrong")
    },
    Check("rejects a signing key whose predecessor isn't the newest, and changes nothing") { open in
      let database = try await open()
      _ = try await database.addSigningKey(signingKey("a"), after: nil, publishingOthersUntil: later)
      for newest in [nil, "b", ""] {
        try expect(
          await !database.addSigningKey(signingKey("c", at: 1), after: newest, publishingOthersUntil: later),
          "a key with a wrong predecessor was accepted")
      }
      try expect(await database.signingKeyRecords() == [signingKey("a")], "a rejected key changed something")
    },
    Check("treats the key that signs last as the newest, and of two the one with the greater kid") { open in
      let database = try await open()
      _ = try await database.addSigningKey(signingKey("b", at: 5), after: nil, publishingOthersUntil: later)
      try expect(
        await database.addSigningKey(signingKey("z", at: 1), after: "b", publishingOthersUntil: later),
        "an earlier key was rejected")
      try expect(
        await database.addSigningKey(signingKey("a", at: 5), after: "b", publishingOthersUntil: later),
        "b wasn't treated as the newest")
      try expect(
        await !database.addSigningKey(signingKey("x", at: 9), after: "a", publishingOthersUntil: later),
        "a was treated as the newest")
    },
    Check("removes a signing key, and ignores an unknown one") { open in
      let database = try await open()
      for record in [signingKey("a"), signingKey("r", .rs256)] {
        _ = try await database.addSigningKey(record, after: nil, publishingOthersUntil: later)
      }
      try await database.removeSigningKey("b")
      try await database.removeSigningKey("a")
      try await database.removeSigningKey("a")
      try expect(
        await open().signingKeyRecords() == [signingKey("r", .rs256)],
        "the key is still there, or another one was removed too")
    },
  ]

  static func signingKey(
    _ keyID: String, _ algorithm: SignatureAlgorithm = .es256, at seconds: Double = 0
  ) -> SigningKeyRecord {
    SigningKeyRecord(
      keyID: keyID, algorithm: algorithm, signsFrom: now + seconds, sealedKey: [0, 255, 128] + Array(keyID.utf8))
  }
}
