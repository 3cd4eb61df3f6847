import Foundation
import MetricsTestKit
import OAuthServer
import OAuthServerHummingbird
import Synchronization
import Testing

@Suite struct MeasuredAuditLogTests {
  private final class Kept: AuditLog {
    let records = Mutex<[AuditRecord]>([])
    func record(_ record: AuditRecord) { records.withLock { $0.append(record) } }
  }

  @Test func `Records are counted by event, outcome and grant type, and passed on`() throws {
    let metrics = TestMetrics()
    let kept = Kept()
    let audit = MeasuredAuditLog(kept, factory: metrics)
    var tokens = AuditRecord(.tokens, at: Date())
    tokens.grantType = .refreshToken
    tokens.subject = Subject(rawValue: "ada-1")
    let records = [
      AuditRecord(.signIn, at: Date()), AuditRecord(.signIn, outcome: "wrong_password", at: Date()),
      AuditRecord(.signIn, outcome: "wrong_password", at: Date()), tokens,
    ]
    for record in records { audit.record(record) }
    func count(_ event: String, _ outcome: String, _ grant: String = "") throws -> Int64 {
      try metrics.expectCounter(
        "authorization_server_events_total", [("event", event), ("outcome", outcome), ("grant_type", grant)]
      ).totalValue
    }
    #expect(try count("sign_in", "success") == 1 && count("sign_in", "wrong_password") == 2)
    #expect(try count("tokens", "success", "refresh_token") == 1)
    let lost = try metrics.expectCounter("authorization_server_audit_records_lost_total", [("reason", "quota")])
    #expect(lost.totalValue == 0)
    #expect(metrics.counters.count == 4 && kept.records.withLock { $0 } == records)
    // One that isn't kept is counted too.
    audit.count(AuditRecord(.signIn, outcome: "wrong_password", at: Date()))
    #expect(try count("sign_in", "wrong_password") == 3 && lost.totalValue == 1)
    #expect(kept.records.withLock { $0 } == records)
  }
}
