internal import OAuthCore
internal import OAuthServer
internal import PixyTerminal

/// An audit log on standard error, one JSON object a line.
struct AuditConsole: AuditLog {
  let console: Console

  func record(_ record: AuditRecord) {
    console.say(String(decoding: record.json.bytes(), as: UTF8.self))
  }
}
