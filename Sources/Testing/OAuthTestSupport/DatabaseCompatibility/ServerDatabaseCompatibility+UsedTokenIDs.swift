internal import FoundationBasics
internal import OAuthCore
internal import OAuthServer

extension ServerDatabaseCompatibility {
  static let usedTokenIDs: [Check] = [
    Check("accepts a token once, even in another process") { open in
      try expect(await open().use("a", key: "1"), "a new token was rejected")
      try expect(await !open().use("a", key: "2"), "a token was accepted twice")
      try expect(await !open().use("a", until: 120, at: 59, key: "3"), "a token was accepted again before it expired")
      try expect(await open().use("b", key: "4"), "another token was rejected")
    },
    Check("accepts 64 tokens at once") { open in
      let databases = [try await open(), try await open()]
      let wins = try await race { try await databases[$0 % 2].use("\($0)", key: "\($0)") }
      try expect(wins.allSatisfy { $0 }, "a new token was rejected")
    },
    Check("rejects expired tokens") { open in
      try expect(await !open().use("a", until: 0, key: "1"), "a token that expires now was accepted")
      try expect(await !open().use("a", until: -1, key: "2"), "an expired token was accepted")
    },
    Check("remembers a token until it expires") { open in
      try expect(await open().use("a", until: 60, key: "1"), "a new token was rejected")
      try expect(await !open().use("a", until: 120, at: 59.75, key: "2"), "a token was removed too early")
      try expect(await open().use("a", until: 120, at: 60, key: "3"), "the name of an expired token is still taken")
      try expect(await !open().use("a", until: 180, at: 61, key: "4"), "the second token was accepted twice")
    },
    Check("distinguishes kinds, owners and names of used tokens") { open in
      let ids =
        UsedTokenID.Kind.allCases.map { UsedTokenID($0, of: "owner", "a") } + [
          UsedTokenID(.dpopProof, of: "another", "a"), UsedTokenID(.dpopProof, of: "owner", "A"),
        ]
      for (number, id) in ids.enumerated() {
        let isUsed = try await open().use(id, until: now + 60, at: now, request: key("\(number)"))
        try expect(isUsed, "an unused token was rejected like another one")
      }
    },
  ]
}

extension ServerDatabase {
  func use(_ name: String, until end: Double = 60, at seconds: Double = 0, key: String) async throws -> Bool {
    typealias Suite = ServerDatabaseCompatibility
    return try await use(
      UsedTokenID(.dpopProof, of: "key", name), until: Suite.now + end, at: Suite.now + seconds, request: Suite.key(key)
    )
  }
}
