internal import Logging
internal import ServiceLifecycle
internal import UnixSignals

/// Answers SIGHUP, which would otherwise end the process: the certificate is read again.
struct HangUps: Service {
  let identity: CurrentIdentity?
  let logger: Logger

  func run() async throws {
    for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() {
      identity?.renew(logger)
      logger.notice(
        """
        SIGHUP: the certificate was read again, if the server has one. Settings are read at the start only: restart \
        the server to change them.
        """)
    }
    // A cancelled run ends without a word: its requests are interrupted.
    guard !Task.isCancelled else { return }
    logger.notice("The server ends. It answers the requests under way, and accepts no others.")
  }
}
