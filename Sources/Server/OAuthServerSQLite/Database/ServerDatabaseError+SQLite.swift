internal import GRDB
internal import OAuthServer

extension ServerDatabaseError {
  /// The database was closed before the operation.
  static let closed = ServerDatabaseError(.failed, "it was closed", remedy: "Open it again.")

  /// Wraps an error of work on the database. SQLite's message names tables and columns, and quotes
  /// no values.
  init(during error: any Error) {
    switch error {
    case let error as ServerDatabaseError: self = error
    case let error as DatabaseError: self.init(Self.kind(error.resultCode), "SQLite: \(error.message ?? "no message")")
    default: self.init(.failed, String(describing: type(of: error)))
    }
  }

  private static func kind(_ code: ResultCode) -> Kind {
    switch code {
    case .SQLITE_BUSY, .SQLITE_LOCKED: .busy
    case .SQLITE_FULL: .full
    case .SQLITE_CORRUPT, .SQLITE_NOTADB: .damaged
    case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_READONLY, .SQLITE_AUTH: .unusablePlace
    default: .failed
    }
  }
}
