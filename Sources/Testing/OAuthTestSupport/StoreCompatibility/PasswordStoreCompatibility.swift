internal import OAuthCore
public import OAuthServer

/// The requirements of `PasswordStore`, as checks.
///
/// To test a store of your own, run each check in a test. The store must have the users of
/// ``people()`` and no others. ``StoreCheck`` has an example.
public enum PasswordStoreCompatibility {
  /// Returns the users that the store must have, with the hashes of their passwords.
  /// - Throws: ``StoreViolation`` if a hash can't be read, which doesn't occur for these.
  public static func people() throws -> [(user: User, password: PasswordHash)] {
    let ada = User(
      subject: Subject(rawValue: "1"), username: "ada", name: "Ada \u{1F511}", picture: "https://app.example/a.png",
      email: "ada@example.com", claims: ["locale": "en", "address": ["country": "UK\u{0}"]])
    let eve = User(subject: Subject(rawValue: "2"), username: "eve", name: "Eve")
    let zoe = User(subject: Subject(rawValue: "4"), username: "zo\u{EB}", name: "Zo\u{EB}")
    return [(ada, try hash(10)), (eve, try hash(11)), (zoe, try hash(9))].map { (user: $0.0, password: $0.1) }
  }

  /// All requirements.
  public static let checks: [StoreCheck<any PasswordStore>] = [
    StoreCheck("finds users by user name and by subject, even in another process") { open in
      for (user, password) in try people() {
        for store in [try await open(), try await open()] {
          try expect(
            await store.account(user.username) == PasswordAccount(subject: user.subject, password: password),
            "the account is different")
          try expect(await store.user(user.subject) == user, "the user is different")
        }
      }
    },
    StoreCheck("returns nothing for unknown user names and subjects") { open in
      let store = try await open()
      for name in ["", "adam", "ad", "ada\u{0}", "%", "ada' OR '1'='1", "1"] {
        try expect(await store.account(name) == nil, "an unknown user name has an account")
      }
      try expect(await store.user(Subject(rawValue: "3")) == nil, "an unknown subject has a user")
      try expect(await store.user(Subject(rawValue: "ada")) == nil, "a user name was accepted as a subject")
    },
    StoreCheck("compares user names byte for byte") { open in
      let store = try await open()
      try expect(await store.account("zo\u{EB}")?.subject == Subject(rawValue: "4"), "a name with an accent is unknown")
      for name in ["zoe\u{308}", "Zo\u{EB}", "ZO\u{CB}"] {
        try expect(await store.account(name) == nil, "a name with other bytes has an account")
      }
    },
    StoreCheck("replaces the hash of one user, for all processes") { open in
      let (store, other) = (try await open(), try await open())
      let (old, new) = (try hash(10), try hash(12))
      try await store.replace(old, with: new, of: Subject(rawValue: "1"))
      try expect(await other.account("ada")?.password == new, "the old hash is still there")
      try expect(await other.account("ada")?.subject == Subject(rawValue: "1"), "the account has another subject")
      try expect(await other.account("eve")?.password == hash(11), "another user's password changed")
    },
    StoreCheck("replaces no equal hash of another user") { open in
      let store = try await open()
      try await store.replace(try hash(11), with: try hash(10), of: Subject(rawValue: "2"))
      try await store.replace(try hash(10), with: try hash(12), of: Subject(rawValue: "1"))
      try expect(await store.account("ada")?.password == hash(12), "the old hash is still there")
      try expect(await open().account("eve")?.password == hash(10), "another user's password changed")
    },
    StoreCheck("doesn't replace a password that was changed meanwhile") { open in
      let (store, other) = (try await open(), try await open())
      try await store.replace(try hash(10), with: try hash(12), of: Subject(rawValue: "1"))
      try await other.replace(try hash(10), with: try hash(13), of: Subject(rawValue: "1"))
      try expect(await store.account("ada")?.password == hash(12), "the newer password was replaced")
      try await other.replace(try hash(11), with: try hash(13), of: Subject(rawValue: "1"))
      try expect(await store.account("ada")?.password == hash(12), "another user's hash was accepted as the old one")
      try await other.replace(try hash(10), with: try hash(13), of: Subject(rawValue: "unknown"))
      try expect(await store.user(Subject(rawValue: "unknown")) == nil, "replacing an unknown user's hash added a user")
    },
    StoreCheck("performs one of a hundred concurrent replacements") { open in
      let stores = [try await open(), try await open()]
      // Each call replaces the same old hash, so after the first call none finds that hash.
      _ = try await StoreViolation.simultaneously(100) { number in
        try await stores[number % 2].replace(try hash(10), with: try hash(12 + number % 2), of: Subject(rawValue: "1"))
      }
      let winner = try await stores[0].account("ada")?.password
      try expect(winner == hash(12) || winner == hash(13), "no replacement was saved")
      try expect(await stores[1].account("ada")?.password == winner, "processes see different passwords")
    },
  ]

  private static func hash(_ cost: Int) throws -> PasswordHash {
    let text = "$scrypt$ln=\(cost),r=8,p=1$\(String(repeating: "A", count: 22))$\(String(repeating: "A", count: 43))"
    guard let hash = PasswordHash(text: text) else { throw StoreViolation("a hash of the suite can't be parsed") }
    return hash
  }

  private static func expect(_ condition: Bool, _ otherwise: String) throws {
    try StoreViolation.expect(condition, otherwise)
  }
}
