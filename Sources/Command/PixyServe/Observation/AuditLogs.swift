internal import OAuthServer

/// The audit logs of a server, which get the same records.
struct AuditLogs: AuditLog {
  let all: [any AuditLog]
  let keepsAddresses: Bool

  func record(_ record: AuditRecord) {
    var record = record
    if !keepsAddresses { record.address = nil }
    for log in all { log.record(record) }
  }
}
