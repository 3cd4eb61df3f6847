internal import FoundationBasics
internal import OAuthCore
public import OAuthServer

/// The requirements of `ClientStore`, as checks.
///
/// To test a store of your own, run each check in a test. The store must have ``clients()`` and no
/// others. ``StoreCheck`` has an example.
public enum ClientStoreCompatibility {
  /// Returns the clients that the store must have: a public client, and a confidential one with
  /// many settings.
  /// - Throws: The errors of parsing, which don't occur for these clients.
  public static func clients() throws -> [RegisteredClient] {
    var settings = ClientSettings()
    settings.requiresDPoP = true
    settings.contacts = ["a@app.example"]
    return [
      RegisteredClient(
        id: "app", name: "App", redirectURIs: [try RedirectURI("http://127.0.0.1/callback")],
        scope: try Scope(["openid"])),
      RegisteredClient(
        id: "web ' %", name: "\u{C4} \"x\" \u{1F511}",
        kind: .confidential(secretHash: SecretHash(of: Secret("s")), proofKey: .optionalDespiteCodeInjection),
        redirectURIs: [try RedirectURI("https://app.example/?a=%20b"), try RedirectURI("com.example.app:/callback")],
        scope: try Scope(["openid", "email"]), grants: [.authorizationCode, .clientCredentials, .deviceCode],
        settings: settings),
    ]
  }

  /// All requirements.
  public static let checks: [StoreCheck<any ClientStore>] = [
    StoreCheck("returns every member of a client each time, even in another process") { open in
      let store = try await open()
      for client in try clients() {
        for store in [store, store, try await open()] {
          try expect(await store.client(client.id) == client, "the client is different")
        }
      }
    },
    StoreCheck("returns nothing for identifiers that differ a little") { open in
      let store = try await open()
      for name in [
        "", "App", "app ", " app", "ap", "app\u{0}", "%", "app' OR '1'='1", String(repeating: "a", count: 9_999),
      ] {
        try expect(await store.client(name) == nil, "an unknown identifier has a client")
      }
    },
    StoreCheck("returns the right client to each of a hundred concurrent calls") { open in
      let (store, clients) = (try await open(), try clients())
      let findings = try await StoreViolation.simultaneously(100) { number in
        try await store.client(clients[number % 2].id) == clients[number % 2]
      }
      try expect(findings.allSatisfy { $0 }, "the client is different")
    },
  ]

  private static func expect(_ condition: Bool, _ otherwise: String) throws {
    try StoreViolation.expect(condition, otherwise)
  }
}
