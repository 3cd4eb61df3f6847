import Foundation
import HTTPTypes
import OAuthCore
import OAuthTestSupport
import Synchronization
import Testing

@testable import PixyConnection

/// The messages about slow servers and wrong clocks.
@Suite(.timeLimit(.minutes(60))) struct AttentiveTransportTests {
  private static let request = HTTPRequest(method: .get, scheme: "https", authority: "as.example", path: "/")

  @Test func `A server that doesn't answer soon is named once`() async throws {
    let gated = GatedTransport(HTTPAnswer(HTTPResponse(status: .ok)))
    let lines = Mutex<[String]>([])
    let heard = Gate()
    let transport = AttentiveTransport(
      transport: gated, patience: .milliseconds(10),
      say: { line in
        lines.withLock { $0.append(line) }
        heard.open()
      })
    async let answer = transport.send(Self.request, body: [], limits: HTTPLimits())
    try await heard.pass()
    gated.open()
    #expect(try await answer.response.status == .ok)
    #expect(lines.withLock { $0 } == ["Waiting for https://as.example to answer …"])
  }

  @Test func `A server that answers at once is not mentioned`() async throws {
    let lines = Mutex<[String]>([])
    let transport = AttentiveTransport(
      transport: ScriptedTransport(HTTPAnswer(HTTPResponse(status: .ok))),
      say: { line in lines.withLock { $0.append(line) } })
    _ = try await transport.send(Self.request, body: [], limits: HTTPLimits())
    #expect(lines.withLock { $0.isEmpty })
  }

  @Test(arguments: [
    (#"{"error":"invalid_dpop_proof"}"#, 3_600.0, true), (#"{"error":"invalid_dpop_proof"}"#, -90, true),
    (#"{"error":"invalid_dpop_proof"}"#, 20, false), (#"{"error":"invalid_grant"}"#, 3_600, false),
  ])
  func `A rejected proof names the clock if it is more than a minute wrong`(
    _ body: String, _ lead: TimeInterval, _ isNamed: Bool
  ) async throws {
    // Fri, 15 Jan 2027 08:00:00 GMT.
    let date = Date(timeIntervalSince1970: 1_800_000_000)
    var response = HTTPResponse(status: .badRequest)
    response.headerFields[.date] = "Fri, 15 Jan 2027 08:00:00 GMT"
    let lines = Mutex<[String]>([])
    let transport = AttentiveTransport(
      transport: ScriptedTransport(HTTPAnswer(response, body: Array(body.utf8))),
      clock: WallClock { date.addingTimeInterval(lead) }, say: { line in lines.withLock { $0.append(line) } })
    _ = try await transport.send(Self.request, body: [], limits: HTTPLimits())
    let said = lines.withLock { $0 }
    #expect(said.count == (isNamed ? 1 : 0), "\(said)")
    if isNamed { #expect(said[0].contains("Set this machine's clock"), "\(said)") }
  }
}
