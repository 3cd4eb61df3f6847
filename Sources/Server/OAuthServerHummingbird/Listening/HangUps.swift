internal import Logging
internal import ServiceLifecycle
internal import UnixSignals

/// Answers SIGHUP, which would otherwise end the process: the certificate is read again.
struct HangUps: Service {
  let identity: CurrentIdentity?
  let logger: Logger

  func run() async throws {
    for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() { answer() }
    // A cancelled run ends without a word: its requests are interrupted.
    guard !Task.isCancelled else { return }
    logger.notice("The server ends. It answers the requests under way, and accepts no others.")
  }

  /// Reads the certificate again, if the server has one that can be read again.
  func answer() {
    let settings = "Settings are read at the start only: restart the server to change them."
    guard let identity, identity.isRenewable else { return logger.notice("SIGHUP: \(settings)") }
    if identity.renew(isRequested: true, logger) {
      logger.notice("SIGHUP: the certificate was read again. \(settings)")
    } else {
      logger.notice("SIGHUP: the new certificate can't be used, and the old one stays in use. \(settings)")
    }
  }
}
