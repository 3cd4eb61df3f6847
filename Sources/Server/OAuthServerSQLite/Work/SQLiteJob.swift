internal import GRDB
internal import OAuthServer
internal import OAuthServerSQL

/// A piece of work in one of GRDB's transactions.
typealias SQLiteJob = DatabaseJob<Database>

extension SQLiteJob {
  /// Resumes the caller with an error of GRDB's or of the work.
  func fail(during error: any Error) { fail(ServerDatabaseError(during: error)) }
}
