internal import OAuthServer

/// A failure of a connection or of a statement.
enum PostgreSQLFailure: Error {
  /// The connection is broken, or its server no longer accepts changes. The transaction may have been
  /// committed.
  case lost(String)
  /// The server rejected a statement. The transaction was undone.
  case rejected(SQLState)

  /// Whether the same work may succeed without a change by the operator.
  var isWorthRepeating: Bool {
    switch self {
    case .lost: true
    case .rejected(let state): state.isConflict
    }
  }
}

/// An error code of PostgreSQL ("PostgreSQL Error Codes", Appendix A).
struct SQLState: Hashable {
  let code: String

  private var category: Substring { code.prefix(2) }

  /// Another transaction was in the way: a deadlock, or a snapshot that is too old.
  var isConflict: Bool { category == "40" }

  /// The server ends, starts, became a standby or has no free connection. Another one may accept the
  /// work.
  var meansLost: Bool {
    category == "08" || ["57P01", "57P02", "57P03", "57P05", "25006", "25P03", "53300"].contains(code)
  }

  var kind: ServerDatabaseError.Kind {
    switch code {
    case "53100": .full
    case "55P03", "57014", "53200", "53300": .busy
    case "XX001", "XX002": .damaged
    default: isConflict ? .busy : .failed
    }
  }
}

extension ServerDatabaseError {
  /// Wraps an error of work on the database. PostgreSQL's messages may quote values, so that only the
  /// code is shown.
  init(during error: any Error) {
    switch error {
    case let error as ServerDatabaseError: self = error
    case PostgreSQLFailure.lost(let cause):
      self.init(.unreachable, cause)
    case PostgreSQLFailure.rejected(let state):
      self.init(
        state.kind, "PostgreSQL rejected a statement with the code \(state.code)",
        remedy: state.kind == .failed || state.kind == .damaged ? "Find the statement in PostgreSQL's log." : nil)
    default: self.init(.failed, String(describing: type(of: error)))
    }
  }
}
