internal import GRDB
public import OAuthCore

/// Why a server's database can't be opened, read or written.
///
/// The server answers requests that meet one with status 500 or `server_error`; nothing was changed then. It carries no
/// statement and no value.
public struct ServerDatabaseError: ExplainedError, Hashable {
  /// What kind of trouble it is.
  public enum Kind: String, Sendable, Hashable {
    /// The file or its folder can't be used: missing, unreadable, or open to other people.
    case unusablePlace = "unusable_place"
    /// A newer version of Pixy has changed the database.
    case newerVersion = "newer_version"
    /// The database promises less than it should: not write-ahead logging, or not every commit on the disk.
    case notDurable = "not_durable"
    /// The file isn't a database, or what is in it can't be read.
    case damaged
    /// Another process has kept the database to itself for too long.
    case busy
    /// There is no room on the disk.
    case full
    /// A value can't be kept: a text with a NUL in it.
    case unstorable
    /// Anything else that SQLite refused.
    case failed
  }

  /// What kind of trouble it is.
  public let kind: Kind
  private let cause: String

  init(_ kind: Kind, _ cause: String) {
    self.kind = kind
    self.cause = cause
  }

  /// What was read can't be what was written.
  static func damaged(_ cause: String) -> ServerDatabaseError { ServerDatabaseError(.damaged, cause) }

  /// A text has a NUL.
  static let unstorable = ServerDatabaseError(.unstorable, "a text has a NUL in it")

  /// Takes what was thrown by work on the database. SQLite's message names tables and columns, and no values.
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

  /// The word of ``kind``.
  public var code: String { kind.rawValue }
  /// Always the keeping of tokens.
  public var step: FlowStep { .storage }
  /// What happened.
  public var explanation: String { "The server's database can't be used as asked: \(cause)." }

  /// What can be done.
  public var remedy: String {
    switch kind {
    case .unusablePlace:
      "Give the path of a file in a folder of your own, which nobody else can read (chmod 700 the folder, chmod 600 the file)."
    case .newerVersion: "Use the version of Pixy that wrote it, or a newer one."
    case .notDurable: "Put it on a local disk: network folders can't do what write-ahead logging needs."
    case .damaged: "Restore the file from a backup, together with its -wal file, or remove both and start anew."
    case .busy: "See which other process has it open, and whether that one is stuck."
    case .full: "Make room on the disk; nothing was lost."
    case .unstorable: "Refuse such names where they come in."
    case .failed: "Try again, and look at the disk if it stays."
    }
  }
}
