import Foundation
import HTTPTypes
import OAuth
import OAuthCore
import OAuthProviders
import OAuthTestSupport
import OAuthWebSQLite
import OAuthWebSessions
import PKCE
import Testing

@Suite("A session store in SQLite") struct SQLiteSessionStoreTests {
  /// The path of a file in a new folder, which is deleted afterwards.
  private func withPath(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "pixy-sessions-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder.appending(path: "sessions.sqlite").path())
  }

  @Test(arguments: SessionStoreCompatibility.checks)
  func `meets every requirement`(_ check: StoreCheck<any SessionStore>) async throws {
    try await withPath { path in
      let clock = ManualClock().wallClock
      try await check.run { try SQLiteSessionStore(path: path, clock: clock) }
    }
  }

  @Test(arguments: UsedTokenIDsCompatibility.checks)
  func `completes each sign-in once`(
    _ check: StoreCheck<(ids: any UsedTokenIDs, clock: ManualClock)>
  ) async throws {
    try await withPath { path in
      let clock = ManualClock()
      try await check.run { (try SQLiteSessionStore(path: path, clock: clock.wallClock), clock) }
    }
  }

  // The list of ended sessions is in the file: an empty one must not let them in again.
  @Test(arguments: [false, true])
  func `ends all sessions when its file is deleted`(isEnded: Bool) async throws {
    try await withPath { path in
      let key = SealingKey.generate(), clock = ManualClock()
      func sessions() throws -> (sessions: BrowserSessions, store: SQLiteSessionStore) {
        let store = try SQLiteSessionStore(path: path, clock: clock.wallClock)
        let address = try Endpoint("https://app.example.com")
        let sessions = BrowserSessions(
          origin: address.origin, cookie: BrowserCookie("session", in: CookieNames(address)),
          keys: SealingKeys(key, older: []), storage: .cookie(endedIn: store), lifetimes: SessionLifetimes(),
          clock: clock.wallClock, random: SystemRandomSource())
        return (sessions, store)
      }
      let first = try sessions()
      let user = SessionUser(
        provider: "login", issuer: "https://login.example", profile: Profile(id: "user-1"), claims: [:], scope: nil,
        signedInAt: clock.now, providerSession: nil)
      let session = try await first.sessions.begin(user, tokens: nil, idToken: nil)
      let fields: HTTPFields = [.cookie: String(try first.sessions.cookieField(session).prefix { $0 != ";" })]
      first.store.close()
      let restarted = try sessions()
      #expect(try await restarted.sessions.session(in: fields)?.session == session)
      if isEnded { try await restarted.sessions.end(session) }
      restarted.store.close()
      try FileManager.default.removeItem(atPath: path)
      let emptied = try sessions()
      #expect(try await emptied.sessions.session(in: fields) == nil)
      _ = try await emptied.sessions.begin(user, tokens: nil, idToken: nil)
      #expect(try await emptied.sessions.session(in: fields) == nil)
      emptied.store.close()
    }
  }

  @Test func `can be read by its owner only, with the files beside it`() async throws {
    try await withPath { path in
      let store = try SQLiteSessionStore(path: path)
      _ = try await store.isEnded([], since: Date())
      for file in [path, path + "-wal", path + "-shm"] {
        let permissions = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(permissions == 0o600, "\(file)")
      }
    }
  }

  @Test func `leaves nothing beside its file when it is closed, though a task still has it`() async throws {
    try await withPath { path in
      let store = try SQLiteSessionStore(path: path)
      _ = try await store.isEnded([], since: Date())
      #expect(FileManager.default.fileExists(atPath: path + "-wal"))
      store.close()
      store.close()
      #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
      await #expect(throws: SessionDatabaseError.self) { try await store.isEnded([], since: Date()) }
    }
  }

  @Test func `explains that a file can't be used, without its contents`() async throws {
    try await withPath { path in
      try Data("this is no database, and it has a secret-in-it".utf8).write(to: URL(filePath: path))
      let error = #expect(throws: SessionDatabaseError.self) { try SQLiteSessionStore(path: path) }
      #expect(error?.code == "session_database_unusable")
      #expect(error?.description.contains("secret-in-it") == false)
      #expect(throws: SessionDatabaseError.self) { try SQLiteSessionStore(path: path + "/nowhere/sessions.sqlite") }
    }
  }
}
