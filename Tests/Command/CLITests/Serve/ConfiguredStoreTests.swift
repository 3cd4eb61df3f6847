import Foundation
import OAuthCore
import OAuthServer
import OAuthServerSQLite
import OAuthTestSupport
import Testing

@testable import PixyServe

/// Clients and users of a configuration file beside those of a database.
@Suite struct ConfiguredStoreTests {
  /// How the suites' two clients, or three people, are shared out: the first so many are in the
  /// file, and the others in the database.
  private static let shares = [0, 1, 2]

  @Test(arguments: PasswordStoreCompatibility.checks, shares)
  func `Users of both stores are found, and their passwords can be replaced`(
    _ check: StoreCheck<any PasswordStore>, _ share: Int
  ) async throws {
    let people = try PasswordStoreCompatibility.people()
    let store = ConfiguredPasswordStore(
      configured: InMemoryPasswordStore(Array(people.prefix(share))),
      others: InMemoryPasswordStore(Array(people.dropFirst(share))))
    try await check.run { store }
  }

  @Test(arguments: ClientStoreCompatibility.checks, shares)
  func `Clients of both stores are found`(_ check: StoreCheck<any ClientStore>, _ share: Int) async throws {
    let clients = try ClientStoreCompatibility.clients()
    let store = ConfiguredClientStore(
      configured: InMemoryClientStore(Array(clients.prefix(share))),
      others: InMemoryClientStore(Array(clients.dropFirst(share))))
    try await check.run { store }
  }

  // A command may add a user to the database while a server runs with a file that has the same
  // user.
  @Test func `The configuration file wins over the database`() async throws {
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

  /// The entries of the file that the database also has. Each of them prevents the start of the
  /// server.
  enum Clash: CaseIterable {
    case client, registeredClient, username, subject, nothing
  }

  @Test(arguments: Clash.allCases)
  func `An entry in both the file and the database is rejected`(_ clash: Clash) async throws {
    let folder = try TemporaryFolder()
    let file = try SettingsFile(
      path: folder.path + "/serve.json",
      bytes: Array(
        #"""
        {"database": "pixy.db", "clients": [{"client_id": "shop", "redirect_uris": ["https://a.example"]}],
         "users": [{"username": "ada", "subject": "ada-1", "password_file": "ada"}]}
        """#.utf8))
    let settings = try ServeSettings(ResolvedSettings(flags: [:], environment: [:], file: file, folder: "/"))
    let database = try await ServedDatabase.open(settings, creating: true)
    func client(_ id: String) -> RegisteredClient {
      RegisteredClient(id: id, name: "A", redirectURIs: [], scope: .none)
    }
    func person(_ username: String, _ subject: String) -> User {
      User(subject: Subject(rawValue: subject), username: username, name: "A")
    }
    let hash = try PasswordStoreCompatibility.people()[0].password
    // Different entries are no conflict.
    try await database.contents.saveClient(client(clash == .client ? "shop" : "other"))
    let registered = ClientRegistrationRecord(
      client: client(clash == .registeredClient ? "shop" : "another"), words: [:],
      tokenHash: SecretHash(of: Secret("token")), issuedAt: Date(), isFromOpenRegistration: true)
    let limits = RegistrationLimits(clients: 10, clientsPerMinute: 10)
    #expect(try await database.contents.register(registered, within: limits, at: Date()) == .added)
    let someone = person(clash == .username ? "ada" : "eve", clash == .subject ? "ada-1" : "eve-1")
    #expect(try await database.contents.addUser(someone, password: hash))
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
