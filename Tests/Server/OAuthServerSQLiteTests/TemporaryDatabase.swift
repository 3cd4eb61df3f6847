import Foundation
import GRDB
import OAuthCore
import OAuthServer
import OAuthTestSupport
import PKCE
@testable import OAuthServerSQL
@testable import OAuthServerSQLite

/// One database in a folder of its own, which is removed with the last reference.
final class TemporaryDatabase: Sendable {
  let folder: String
  let clock = ManualClock()

  var path: String { folder + "/server.db" }

  init() throws {
    folder = NSTemporaryDirectory() + "pixy-sqlite-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Opens the database again, as another process would. The database's clock refers to this
  /// object, so the folder stays while the database is open.
  func open() async throws -> SQLiteServerDatabase {
    try await SQLiteServerDatabase.open(path: path, clock: WallClock { self.clock.wallClock.now() })
  }

  /// Waits until this process has no file of the folder open. The thread that gave the last answer
  /// releases the database a moment later.
  func closed() async throws {
    while try hasOpenFiles(), !Task.isCancelled { await Task.yield() }
  }

  private func hasOpenFiles() throws -> Bool {
    #if os(Linux)
    let descriptors = "/proc/self/fd"
    return try FileManager.default.contentsOfDirectory(atPath: descriptors).contains { descriptor in
      // The descriptor may be closed by now.
      let file = try? FileManager.default.destinationOfSymbolicLink(atPath: descriptors + "/" + descriptor)
      return file?.hasPrefix(folder) ?? false
    }
    #else
    return FileManager.default.fileExists(atPath: path + "-wal")
    #endif
  }

  func permissions(_ suffix: String = "") throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path + suffix)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
  }
}

extension RequestKey {
  /// A key of a request that no other test knows.
  static var fresh: RequestKey { RequestKey(drawnFrom: SystemRandomSource()) }
}

extension SQLiteServerDatabase {
  /// Saves a code that belongs to no session and no pushed request.
  func save(_ code: AuthorizationCodeRecord) async throws {
    _ = try await saveAuthorizationCode(code, signIn: nil, consuming: nil, request: .fresh)
  }

  /// Redeems a code for no tokens, as a request of its own.
  func redeem(_ code: SecretHash, at moment: Date) async throws -> AuthorizationCodeRedemption {
    try await redeemAuthorizationCode(
      code, for: [], at: moment, refusingUntil: moment + 3_600, request: .fresh)
  }

  /// Refreshes with a token, for no tokens and as a request of its own.
  func refresh(_ token: SecretHash, at moment: Date) async throws -> RefreshOutcome {
    try await refresh(
      RefreshTokenUse(token: token, successors: [], moment: moment, refusedUntil: moment + 3_600), request: .fresh)
  }

  /// Returns the number of rows in a table.
  func count(_ table: String) async throws -> Int {
    try await work.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") ?? -1 }
  }
}
