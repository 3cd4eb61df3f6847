#if SQLite
import OAuthCore
import OAuthServer
import OAuthServerSQLite
import OAuthTestSupport
import Testing

@Suite struct PeopleAndClientsTests {
  @Test func `People are found by name and subject, added once, and removed`() async throws {
    let temporary = try TemporaryDatabase()
    let people = try await temporary.open().people
    let salt = "AAAAAAAAAAAAAAAAAAAAAA"
    let hash = String(repeating: "A", count: 43)
    let first = try #require(PasswordHash(text: "$scrypt$ln=10,r=8,p=1$\(salt)$\(hash)"))
    let second = try #require(PasswordHash(text: "$scrypt$ln=11,r=8,p=1$\(salt)$\(hash)"))
    let ada = User(
      subject: Subject(rawValue: "1"), username: "ada", name: "Ada \u{1F511}", picture: nil, email: "ada@example.com",
      claims: ["locale": "en", "address": ["country": "UK\u{0}"]])
    #expect(try await people.add(ada, password: first))
    #expect(
      try await !people.add(User(subject: Subject(rawValue: "2"), username: "ada", name: "Eve"), password: second))
    #expect(try await !people.add(User(subject: ada.subject, username: "eve", name: "Eve"), password: second))
    let other = try await temporary.open().people
    #expect(try await other.account("ada") == PasswordAccount(subject: ada.subject, password: first))
    #expect(try await other.account("Ada") == nil)
    #expect(try await other.account("ada\u{0}") == nil)
    #expect(try await other.user(ada.subject) == ada)
    #expect(try await other.users() == [ada])
    try await other.replace(second, with: first, of: ada.subject)
    #expect(try await people.account("ada")?.password == first)
    try await other.replace(first, with: second, of: ada.subject)
    #expect(try await people.account("ada")?.password == second)
    #expect(try await people.remove("ada"))
    #expect(try await !people.remove("ada"))
    #expect(try await other.user(ada.subject) == nil)
  }

  @Test func `What one process changes of a client holds in all`() async throws {
    let temporary = try TemporaryDatabase()
    let (first, second) = (try await temporary.open().clients, try await temporary.open().clients)
    func client(_ name: String) throws -> RegisteredClient {
      RegisteredClient(
        id: "app", name: name, kind: .confidential(secretHash: SecretHash(of: Secret("s"))),
        redirectURIs: [try RedirectURI("https://app.example/callback")], scope: try Scope(["openid", "email"]))
    }
    #expect(try await first.client("app") == nil)
    for name in ["First", "Second"] {
      try await first.save(try client(name))
      for store in [first, second, first, second] {
        let expected = try client(name)
        #expect(try await store.client("app") == expected)
      }
    }
    #expect(try await second.clients().map(\.name) == ["Second"])
    #expect(try await second.remove("app"))
    #expect(try await first.client("app") == nil)
    #expect(try await first.client("app\u{0}") == nil)
  }
}
#endif
