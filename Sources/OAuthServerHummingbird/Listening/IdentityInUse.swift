internal import Logging
internal import NIOSSL
internal import OAuthCore
internal import Synchronization

/// What new connections are shown: the certificate that a server began with, until its files have another one.
final class IdentityInUse: Sendable {
  private let renewal: ServerIdentity.Renewal
  private let inUse: Mutex<ServerIdentity>

  init?(_ identity: ServerIdentity) {
    guard let renewal = identity.renewal else { return nil }
    self.renewal = renewal
    inUse = Mutex(identity)
  }

  /// For a handshake: the certificate and its key of now.
  var override: NIOSSLContextConfigurationOverride {
    let identity = inUse.withLock { $0 }
    var override = NIOSSLContextConfigurationOverride()
    override.certificateChain = identity.certificateChain.map { .certificate($0) }
    override.privateKey = .privateKey(identity.privateKey)
    return override
  }

  /// Asks for another one again and again, until the task is cancelled.
  func keepRenewing(every interval: Duration, _ logger: Logger) async {
    var reported: String?
    while (try? await Task.sleep(for: interval)) != nil {
      do {
        let read = try renewal()
        reported = nil
        let isNew = inUse.withLock { identity in
          defer { identity = read }
          return identity.certificateChain != read.certificateChain
        }
        if isNew { logger.notice("The server's certificate was renewed: new connections are shown the new one") }
      } catch {
        // One file may have been replaced and the other not yet. What lasts is said once.
        let failure = (error as? any ExplainedError)?.explanation ?? "\(error)"
        if failure != reported {
          logger.warning(
            "The server's certificate cannot be read again: the old one stays", metadata: ["error": "\(failure)"])
        }
        reported = failure
      }
    }
  }
}
