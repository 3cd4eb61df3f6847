internal import Logging
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerSQL

/// The table from which `pixy serve client check` explains a failed set-up. It is there without an audit
/// log too.
struct MismatchTable: AuditLog {
  let database: any SQLServerDatabase
  let logger: Logger

  func record(_ record: AuditRecord) {
    guard record.event == .registrationMismatch, let client = record.clientID,
      let mismatch = RegistrationMismatch(rawValue: record.outcome)
    else { return }
    database.save(
      ClientMismatch(mismatch: mismatch, sent: record.detail ?? "", moment: record.time), of: client
    ) { [logger] error in
      logger.error("A refused request could not be saved", metadata: ["error": "\(error.code)"])
    }
  }
}
