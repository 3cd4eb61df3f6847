internal import GRDB
public import OAuthCore

/// An error of a session database: it could not be opened, read or written.
///
/// The user sees an error page with status 503. The error quotes no statement and no value.
public struct SessionDatabaseError: ExplainedError, Hashable {
  /// The cause, in the words of SQLite or of the system.
  private let cause: String

  /// Wraps an error of work on the database. SQLite's message names tables and columns, and quotes
  /// no values.
  init(during error: any Error) {
    cause =
      switch error {
      case let error as DatabaseError: "SQLite: \(error.message ?? "no message")"
      default: "\(type(of: error))"
      }
  }

  /// The facts of the error.
  public var facts: ErrorFacts {
    ErrorFacts(
      "session_database_unusable", at: .storage, .system,
      "The database of the sessions could not be used: \(UntrustedText(cause)).",
      remedy: "Check that the path is absolute, that only this application's user may read the file, and that the disk "
        + "has room.")
  }
}
