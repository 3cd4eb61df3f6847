import Foundation
import OAuthCore
import OAuthServer
import OAuthServerSQLite
import OAuthTestSupport
import Subprocess
import Testing

@testable import PixyServe

/// The start of a server whose clock is behind its database.
@Suite struct ServeClockTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Saves a sign-in of a moment.
  private func signIn(at moment: Date) async throws {
    let database = try await SQLiteServerDatabase.open(path: folder.database)
    try await database.startSession(
      UserSessionRecord(
        id: SessionID(rawValue: "s"), cookie: SecretHash(of: Secret("cookie")), subject: Subject(rawValue: "1"),
        authenticatedAt: moment, idleUntil: moment + 60, expires: moment + 60))
    await database.close()
  }

  // What had expired would be valid again.
  @Test func `A clock that is behind the database by more than the tolerance is refused`() async throws {
    let clock = ManualClock()
    let later = clock.now + 1_000
    try await signIn(at: later)
    let served = ServedDatabase(
      place: .file(path: folder.database),
      contents: try await SQLiteServerDatabase.open(path: folder.database, clock: clock.wallClock))
    let error = await #expect(throws: SettingsError.self) { try await served.checkClock(tolerance: .seconds(999)) }
    #expect(error == .clockBehind(now: clock.now, newest: later, lead: .seconds(1_000)))
    #expect(error?.explanation.contains("2027-01-15T08:00:00Z") == true, "\(error?.explanation ?? "")")
    #expect(error?.explanation.contains("2027-01-15T08:16:40Z") == true)
    #expect(error?.remedy.contains("clock_tolerance=1000") == true)
    try await served.checkClock(tolerance: .seconds(1_000))
    clock.advance(by: .seconds(1))
    try await served.checkClock(tolerance: .seconds(999))
    clock.advance(by: .seconds(86_400))
    try await served.checkClock(tolerance: .seconds(1))
    await served.contents.close()
  }

  @Test func `The server starts on records of the future only if its operator says so`() async throws {
    try await signIn(at: Date() + 3_600)
    let refused = try await CommandTests.pixy(["serve", "--database", folder.database, "--port", "0"])
    #expect(refused.status == 1 && refused.errors.contains("clock_tolerance="), "\(refused.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder.database + "-wal"))
    let (status, said) = try await ServedPixy.running(
      ["--database", folder.database, "--port", "0", "--set", "clock_tolerance=3700"]) { _ in }
    #expect(status == .exited(0), "\(said.lines)")
    // Its commands don't depend on the clock.
    #expect(try await CommandTests.pixy(["serve", "user", "list", "--database", folder.database]).status == 0)
  }
}
