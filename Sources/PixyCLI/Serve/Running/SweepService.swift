internal import Logging
internal import OAuthServerSQLite
internal import ServiceLifecycle

/// Removes from the database what has expired, every five minutes, until the server ends.
struct SweepService: Service {
  let database: SQLiteServerDatabase
  let logger: Logger

  func run() async {
    await cancelWhenGracefulShutdown {
      await database.sweep { error in
        logger.error("What has expired could not be removed", metadata: ["error": "\(error.code)"])
      }
    }
  }
}
