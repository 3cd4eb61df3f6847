internal import FoundationBasics
internal import Logging
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerSQL

/// An audit log in the server's database, whose records are removed after some days.
struct AuditTable: AuditLog {
  let database: any SQLServerDatabase
  let days: Int
  let logger: Logger
  /// Counts the records that can't be saved.
  var lost = LostAuditRecords()

  func record(_ record: AuditRecord) {
    let end = record.time.addingTimeInterval(Double(days) * 86_400)
    database.append(record, keptUntil: end) { [logger, lost] error in
      lost.add(to: .database)
      // Requests are answered nevertheless, as with a file.
      logger.error("An audit record could not be saved", metadata: ["error": "\(error.code)"])
    }
  }
}
