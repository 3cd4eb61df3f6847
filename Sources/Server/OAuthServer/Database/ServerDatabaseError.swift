public import OAuthCore

/// An error of a server's database: it could not be opened, read or written.
///
/// Nothing was changed, but after ``Kind/unreachable`` everything may have been: the connection may have
/// broken during the commit. The server answers the request with status 500 or `server_error`. The
/// error quotes no statement and no value.
public struct ServerDatabaseError: ExplainedError, Hashable {
  /// The kinds of errors.
  public enum Kind: String, Sendable, Hashable {
    /// The file or its folder is missing, unreadable, or other users may read it.
    case unusablePlace = "unusable_place"
    /// The database server can't be reached, or rejects the connection. An operation may have been done
    /// nevertheless, and can be repeated under its ``RequestKey``.
    case unreachable
    /// The database belongs to another program.
    case foreign
    /// A newer version of Pixy has migrated the database.
    case newerVersion = "newer_version"
    /// The database's commits don't wait for the disk.
    case notDurable = "not_durable"
    /// The file isn't a database, or a value in the database can't be read.
    case damaged
    /// Other work on the database took longer than the timeout.
    case busy
    /// The disk is full.
    case full
    /// A text can't be saved because it contains a NUL.
    case unstorable
    /// The database rejected an operation for another reason.
    case failed
  }

  /// The kind of the error.
  public let kind: Kind
  private let cause: String
  private let advice: String?

  /// - Parameters:
  ///   - kind: The kind of the error.
  ///   - cause: The cause, in words without a period.
  ///   - remedy: The remedy. Default: that of the kind.
  package init(_ kind: Kind, _ cause: String, remedy: String? = nil) {
    self.kind = kind
    self.cause = cause
    advice = remedy
  }

  /// Returns the error of a value that was read, and can't be one that was written.
  package static func damaged(_ cause: String) -> ServerDatabaseError { ServerDatabaseError(.damaged, cause) }

  /// A refresh token was spent when an operation began, and isn't spent or has no successor later. The
  /// client repeats its request.
  static let lostSuccessor = ServerDatabaseError(
    .failed, "it has lost the successor of a refresh token", remedy: "Try again.")

  /// A text contains a NUL.
  package static let unstorable = ServerDatabaseError(.unstorable, "a text contains a NUL")

  /// The facts of the kind, with this error's cause and, if it has one, its own remedy.
  public var facts: ErrorFacts {
    let (category, remedy): (ErrorCategory, String) =
      switch kind {
      case .unusablePlace:
        (
          .system,
          "Give the path of a file in a folder that only you can read (chmod 700 the folder, chmod 600 the file)."
        )
      case .unreachable: (.temporary, "Check that the database server runs, and its address, user and password.")
      case .foreign: (.system, "Name another database. A missing file is created. Nothing was changed.")
      case .newerVersion: (.system, "Use the version of Pixy that migrated the database, or a newer one.")
      case .notDurable: (.system, "Put the file on a local disk. Network folders do not support write-ahead logging.")
      case .damaged:
        (.system, "Restore the database from a backup (a file with its -wal file), or start with an empty one.")
      case .busy: (.temporary, "Find the other process that has the database open, and end it if it hangs.")
      case .full: (.system, "Free space on the disk. Nothing was lost.")
      case .unstorable: (.invalidInput, "Reject names that contain a NUL.")
      case .failed: (.system, "Try again. If it fails again, check the disk.")
      }
    return ErrorFacts(
      kind.rawValue, at: .storage, category, "The server's database could not be used: \(cause).",
      remedy: advice ?? remedy)
  }
}
