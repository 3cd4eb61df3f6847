internal import GRDB
public import OAuthCore

/// An error of a server's database: it could not be opened, read or written.
///
/// Nothing was changed. The server answers the request with status 500 or `server_error`. The error
/// quotes no statement and no value.
public struct ServerDatabaseError: ExplainedError, Hashable {
  /// The kinds of errors.
  public enum Kind: String, Sendable, Hashable {
    /// The file or its folder is missing, unreadable, or other users may read it.
    case unusablePlace = "unusable_place"
    /// The file is the database of another program.
    case foreign
    /// A newer version of Pixy has migrated the database.
    case newerVersion = "newer_version"
    /// The database has no write-ahead log, or its commits don't wait for the disk.
    case notDurable = "not_durable"
    /// The file isn't a database, or a value in it can't be read.
    case damaged
    /// Another process locked the database for longer than the timeout.
    case busy
    /// The disk is full.
    case full
    /// A text can't be saved because it contains a NUL.
    case unstorable
    /// SQLite rejected an operation for another reason.
    case failed
  }

  /// The kind of the error.
  public let kind: Kind
  private let cause: String

  init(_ kind: Kind, _ cause: String) {
    self.kind = kind
    self.cause = cause
  }

  /// Returns the error of a value that was read, and can't be one that was written.
  static func damaged(_ cause: String) -> ServerDatabaseError { ServerDatabaseError(.damaged, cause) }

  /// A text contains a NUL.
  static let unstorable = ServerDatabaseError(.unstorable, "a text contains a NUL")

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

  /// The raw value of ``kind``.
  public var code: String { kind.rawValue }
  /// Always `FlowStep.storage`.
  public var step: FlowStep { .storage }
  /// The category of the kind.
  public var category: ErrorCategory {
    switch kind {
    case .busy: .temporary
    case .unstorable: .invalidInput
    case .unusablePlace, .foreign, .newerVersion, .notDurable, .damaged, .full, .failed: .system
    }
  }

  /// The cause.
  public var explanation: String { "The server's database could not be used: \(cause)." }

  /// The remedy.
  public var remedy: String {
    switch kind {
    case .unusablePlace:
      "Give the path of a file in a folder that only you can read (chmod 700 the folder, chmod 600 the file)."
    case .foreign: "Give the path of another file. A missing file is created. Nothing was changed."
    case .newerVersion: "Use the version of Pixy that migrated the database, or a newer one."
    case .notDurable: "Put the file on a local disk. Network folders do not support write-ahead logging."
    case .damaged: "Restore the file and its -wal file from a backup, or remove both and start with an empty database."
    case .busy: "Find the other process that has the database open, and end it if it hangs."
    case .full: "Free space on the disk. Nothing was lost."
    case .unstorable: "Reject names that contain a NUL."
    case .failed: "Try again. If it fails again, check the disk."
    }
  }
}
