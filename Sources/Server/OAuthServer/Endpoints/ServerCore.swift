internal import JOSE
internal import Logging
internal import OAuthCore

/// The configuration, clock, randomness and logger that all parts of a server share.
struct ServerCore: Sendable {
  let configuration: AuthorizationServerConfiguration
  let clock: WallClock
  /// The generator of secrets that belong to no request. A request has its own.
  let secrets: SecretGenerator
  /// The destination of audit records; `nil` if there is none.
  let audit: (any AuditLog)?
  /// The limit on the failures of one address that are recorded.
  let auditedFailures = AuditQuota()
  /// The reported differences between programs and their clients' registrations.
  let mismatches = MismatchNotices()
  /// The reported addresses of browsers that aren't the issuer's.
  let otherAddresses = AddressNotices()
  let logger: Logger
}

/// A part of a server: an endpoint, a grant, or a step that several of them share.
protocol ServerPart: Sendable {
  var core: ServerCore { get }
}

extension ServerPart {
  var configuration: AuthorizationServerConfiguration { core.configuration }
  var clock: WallClock { core.clock }
  var logger: Logger { core.logger }
  /// The server's own identifier.
  var issuer: Issuer { configuration.issuer }

  /// Logs a failure inside the server.
  ///
  /// Of an ``ExplainedError`` the explanation is logged, which has no secret and no value of a
  /// request; of any other error only the type, because its text may have both.
  func log(_ failure: any Error) {
    var metadata: Logger.Metadata = ["error": "\(String(reflecting: type(of: failure)))"]
    if let explainedError = failure as? any ExplainedError {
      metadata["code"] = "\(explainedError.code)"
      metadata["cause"] = "\(explainedError.explanation)"
    }
    logger.error("The request could not be answered", metadata: metadata)
  }

  /// Records an event of the current request in the audit log, if the server has one.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - outcome: The outcome. Default: `success`.
  ///   - describe: Adds what the request alone doesn't say. Not called without an audit log.
  func audit(
    _ event: AuditRecord.Event, _ outcome: String = AuditRecord.success,
    _ describe: (inout AuditRecord) -> Void = { _ in }
  ) {
    guard let log = core.audit else { return }
    var record = AuditRecord(event, outcome: outcome, at: clock.now())
    RequestLog.current?.describe(&record)
    let limit = configuration.share(of: AuditRecord.failuresPerMinute)
    for gap in core.auditedFailures.gaps(at: record.time, perMinute: limit) {
      var report = AuditRecord(.leftOut, outcome: gap.event.rawValue, at: record.time)
      report.address = gap.address
      report.detail = "\(gap.count) failures of a minute were left out"
      log.record(report)
    }
    // Anybody can send requests that fail, and must not fill the disk.
    let isKept = outcome == AuditRecord.success || core.auditedFailures.admits(record, perMinute: limit)
    describe(&record)
    if isKept { log.record(record) } else { log.count(record) }
  }

  /// Returns the key that signs a document for a client.
  /// - Parameter registered: The algorithm that the client registered; `nil` if none.
  /// - Throws: ``NoSigningKey``. The document must not be signed with another algorithm, because
  ///   the client would reject it.
  func signingKey(
    for registered: SignatureAlgorithm?, of client: RegisteredClient
  ) throws(NoSigningKey) -> SigningKey {
    guard let key = configuration.signingKey(for: registered, of: client) else { throw NoSigningKey() }
    return key
  }
}
