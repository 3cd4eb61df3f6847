import Foundation
import OAuthCore
import OAuthServer
import OAuthServerSQLite
import OAuthTestSupport
import Testing

@testable import PixyCLI

/// Clients and people of a configuration file beside those of a database.
@Suite struct ConfiguredStoreTests {
  /// How the suites' two clients, or three people, are shared out: the first so many are in the file, and the others in the database.
  private static let shares = [0, 1, 2]

  @Test(arguments: PasswordStoreCompatibility.checks, shares)
  func `People of both are found, and their passwords replaced, as promised`(
    _ check: ServerStoreCheck<any PasswordStore>, _ share: Int
  ) async throws {
    let people = try PasswordStoreCompatibility.people()
    let store = ConfiguredPasswordStore(
      configured: InMemoryPasswordStore(Array(people.prefix(share))),
      others: InMemoryPasswordStore(Array(people.dropFirst(share))))
    try await check.run { store }
  }

  @Test(arguments: ClientStoreCompatibility.checks, shares)
  func `Clients of both are found as promised`(_ check: ServerStoreCheck<any ClientStore>, _ share: Int) async throws {
    let clients = try ClientStoreCompatibility.clients()
    let store = ConfiguredClientStore(
      configured: InMemoryClientStore(Array(clients.prefix(share))),
      others: InMemoryClientStore(Array(clients.dropFirst(share))))
    try await check.run { store }
  }

  // A database may get somebody while a server runs with a file that has them too.
  @Test func `Who is in both is the one of the file`() async throws {
    let people = try PasswordStoreCompatibility.people()
    let (ada, eve) = (people[0], people[1])
    let impostor = User(subject: ada.user.subject, username: "ada", name: "Impostor")
    let others = InMemoryPasswordStore([(user: impostor, password: eve.password)])
    let store = ConfiguredPasswordStore(configured: InMemoryPasswordStore([ada]), others: others)
    #expect(try await store.user(ada.user.subject) == ada.user)
    #expect(try await store.account("ada")?.password == ada.password)
    try await store.replace(ada.password, with: eve.password, of: ada.user.subject)
    #expect(try await store.account("ada")?.password == eve.password)
    try await store.replace(eve.password, with: ada.password, of: ada.user.subject)
    #expect(try await store.account("ada")?.password == ada.password)
    #expect(try await others.account("ada")?.password == eve.password)

    let clients = try ClientStoreCompatibility.clients()
    let other = RegisteredClient(id: clients[0].id, name: "Other", redirectURIs: [], scope: .none)
    let both = ConfiguredClientStore(
      configured: InMemoryClientStore([clients[0]]), others: InMemoryClientStore([other]))
    #expect(try await both.client(other.id) == clients[0])
  }

  /// What a database has of what the file has: each alone keeps the server from starting.
  enum Clash: CaseIterable {
    case client, registeredClient, username, subject, nothing
  }

  @Test(arguments: Clash.allCases)
  func `What is in the file and in the database is refused`(_ clash: Clash) async throws {
    let folder = try TemporaryFolder()
    let file = try SettingsFile(
      path: folder.path + "/serve.json",
      octets: Array(
        #"""
        {"database": "pixy.db", "clients": [{"client_id": "shop", "redirect_uris": ["https://a.example"]}],
         "users": [{"username": "ada", "subject": "ada-1", "password_file": "ada"}]}
        """#.utf8))
    let settings = try ServeSettings(SettledSettings(flags: [:], environment: [:], file: file, folder: "/"))
    let database = try await ServedDatabase.open(settings, making: true)
    func client(_ id: String) -> RegisteredClient {
      RegisteredClient(id: id, name: "A", redirectURIs: [], scope: .none)
    }
    func person(_ username: String, _ subject: String) -> User {
      User(subject: Subject(rawValue: subject), username: username, name: "A")
    }
    let hash = try PasswordStoreCompatibility.people()[0].password
    // Others are no clash.
    try await database.stores.clients.save(client(clash == .client ? "shop" : "other"))
    let registered = ClientRegistrationRecord(
      client: client(clash == .registeredClient ? "shop" : "another"), words: [:],
      tokenHash: SecretHash(of: Secret("token")), issued: Date(), isFromOpenRegistration: true)
    let limits = RegistrationLimits(clients: 10, clientsPerMinute: 10)
    #expect(try await database.stores.registrations.add(registered, within: limits, at: Date()) == .added)
    let someone = person(clash == .username ? "ada" : "eve", clash == .subject ? "ada-1" : "eve-1")
    #expect(try await database.stores.people.add(someone, password: hash))
    if clash == .nothing {
      try await database.checkApart(from: settings)
    } else {
      let error = try await #require(throws: SettingsError.self) { try await database.checkApart(from: settings) }
      #expect(error.code == "settings_conflict")
      #expect(
        error.explanation.contains([.client, .registeredClient].contains(clash) ? "client shop" : "user name ada"))
    }
  }
}
