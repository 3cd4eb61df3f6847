internal import Logging
internal import NIOSSL
internal import OAuthCore
internal import Synchronization

/// The certificate that new connections get: the first one, until a renewal replaces it.
final class CurrentIdentity: Sendable {
  private let renewal: ServerIdentity.Renewal
  private let inUse: Mutex<ServerIdentity>
  /// The error that was logged last, until a renewal succeeds.
  private let reported = Mutex<String?>(nil)

  init?(_ identity: ServerIdentity) {
    guard let renewal = identity.renewal else { return nil }
    self.renewal = renewal
    inUse = Mutex(identity)
  }

  /// The current certificate and its key, for a handshake.
  var override: NIOSSLContextConfigurationOverride {
    let identity = inUse.withLock { $0 }
    var override = NIOSSLContextConfigurationOverride()
    override.certificateChain = identity.certificateChain.map { .certificate($0) }
    override.privateKey = .privateKey(identity.privateKey)
    return override
  }

  /// Renews the certificate periodically, until the task is cancelled.
  func keepRenewing(every interval: Duration, _ logger: Logger) async {
    while (try? await Task.sleep(for: interval)) != nil { renew(logger) }
  }

  /// Renews the certificate.
  func renew(_ logger: Logger) {
    do {
      let read = try renewal()
      reported.withLock { $0 = nil }
      let isNew = inUse.withLock { identity in
        defer { identity = read }
        return identity.certificateChain != read.certificateChain
      }
      if isNew { logger.notice("The server's certificate was renewed. New connections use the new one.") }
    } catch {
      // Certificate and key may differ for a moment, while their files are being replaced. A lasting
      // error is logged once.
      let failure = (error as? any ExplainedError)?.explanation ?? "\(error)"
      let isKnown = reported.withLock { reported in
        defer { reported = failure }
        return reported == failure
      }
      guard !isKnown else { return }
      logger.warning(
        "The server's certificate could not be renewed. The old one stays in use.", metadata: ["error": "\(failure)"])
    }
  }
}
