internal import Logging
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerSQL
internal import ServiceLifecycle

/// Removes expired rows from the database every five minutes, until the server ends.
struct SweepService: Service {
  let database: any SQLServerDatabase
  let logger: Logger

  func run() async {
    await cancelWhenGracefulShutdown {
      await database.sweep { error in
        logger.error("Expired rows could not be removed from the database", metadata: ["error": "\(error.code)"])
      }
    }
  }
}
