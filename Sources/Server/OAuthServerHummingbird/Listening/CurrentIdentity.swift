internal import FoundationBasics
internal import Logging
internal import NIOSSL
internal import OAuthCore
internal import Synchronization

/// The certificate that new connections get: the first one, until a renewal replaces it.
final class CurrentIdentity: Sendable {
  private struct Reported {
    /// The issuer's host; nil until the issuer is known.
    var host: String?
    /// The reasons for rejection that were logged, as long as they last.
    var flaws: [CertificateFlaw] = []
    /// The error that was logged last, until a renewal succeeds.
    var failure: String?
  }

  private let renewal: ServerIdentity.Renewal?
  /// The certificate's name in log records.
  private let source: String?
  private let inUse: Mutex<ServerIdentity>
  private let report = Mutex(Reported())

  init(_ identity: ServerIdentity) {
    renewal = identity.renewal
    source = identity.source
    inUse = Mutex(identity)
  }

  /// Whether the certificate can be renewed.
  var isRenewable: Bool { renewal != nil }

  /// The current certificate and its key, for a handshake.
  var override: NIOSSLContextConfigurationOverride {
    let identity = inUse.withLock { $0 }
    var override = NIOSSLContextConfigurationOverride()
    override.certificateChain = identity.certificateChain.map { .certificate($0) }
    override.privateKey = .privateKey(identity.privateKey)
    return override
  }

  /// Checks the certificate for the issuer's host, which is known from now on.
  func serves(_ host: String, _ logger: Logger) {
    report.withLock { $0.host = host }
    warn(logger)
  }

  /// Renews the certificate periodically, until the task is cancelled.
  func keepRenewing(every interval: Duration, _ logger: Logger) async {
    while (try? await Task.sleep(for: interval)) != nil { renew(logger) }
  }

  /// Renews the certificate, and warns about reasons why clients reject the one in use.
  /// - Parameter isRequested: Whether the operator requests it. Known errors and reasons are then
  ///   logged again.
  /// - Returns: `false` if the new certificate can't be used, and the old one stays in use.
  @discardableResult
  func renew(isRequested: Bool = false, _ logger: Logger) -> Bool {
    if isRequested { report.withLock { ($0.failure, $0.flaws) = (nil, []) } }
    defer { warn(logger) }
    guard let renewal else { return true }
    do {
      let read = try renewal()
      report.withLock { $0.failure = nil }
      let isNew = inUse.withLock { identity in
        defer { identity = read }
        return identity.certificateChain != read.certificateChain
      }
      if isNew { logger.notice("The server's certificate was renewed. New connections use the new one.") }
      return true
    } catch {
      // Certificate and key may differ for a moment, while their files are being replaced. A lasting
      // error is logged once.
      let failure = (error as? any ExplainedError)?.explanation ?? "\(error)"
      let isKnown = report.withLock { report in
        defer { report.failure = failure }
        return report.failure == failure
      }
      guard !isKnown else { return false }
      logger.warning(
        "The server's certificate could not be renewed. The old one stays in use.",
        metadata: named(["error": "\(failure)"]))
      return false
    }
  }

  /// Logs the reasons why clients reject the certificate in use, each once while it lasts.
  private func warn(_ logger: Logger) {
    let identity = inUse.withLock { $0 }
    let new = report.withLock { report in
      let flaws = identity.flaws(at: Date(), for: report.host)
      defer { report.flaws = flaws }
      return flaws.filter { !report.flaws.contains($0) }
    }
    for flaw in new { logger.warning(flaw.message, metadata: named(flaw.metadata)) }
  }

  private func named(_ metadata: Logger.Metadata) -> Logger.Metadata {
    guard let source else { return metadata }
    return metadata.merging(["file": "\(source)"]) { $1 }
  }
}
