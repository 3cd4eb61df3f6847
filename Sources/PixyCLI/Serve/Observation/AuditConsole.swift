internal import OAuthCore
internal import OAuthServer

/// An audit log on standard error, one JSON object a line.
struct AuditConsole: AuditLog {
  let console: Console
  let keepsAddresses: Bool

  func record(_ record: AuditRecord) {
    var record = record
    if !keepsAddresses { record.address = nil }
    console.say(String(decoding: record.json.bytes(), as: UTF8.self))
  }
}
