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

  @Test(
    arguments: [
      ("invalid_dpop_proof", "", 3_600.0, "The proof (DPoP)"), ("invalid_dpop_proof", "", -90, "The proof (DPoP)"),
      ("invalid_dpop_proof", "", 20, nil), ("invalid_grant", "", 3_600, nil),
      // Keycloak 26.6 (keycloak/keycloak, issues 48025 and 52746).
      ("invalid_request", "", 3_600, "The proof (DPoP)"),
      // bluesky-social/atproto, issue 4474.
      ("invalid_client", "client_assertion=e30", -90, "The client's assertion"),
      ("invalid_grant", "assertion=e30", -90, "The assertion"), ("invalid_client", "client_id=x", -90, nil),
    ] as [(String, String, TimeInterval, String?)])
  func `A rejected proof or assertion names the clock if it is more than a minute wrong`(
    _ error: String, _ form: String, _ lead: TimeInterval, _ named: String?
  ) async throws {
    var request = Self.request
    request.headerFields[.dpop] = error.contains("client") ? nil : "e30"
    // Fri, 15 Jan 2027 08:00:00 GMT.
    let date = Date(timeIntervalSince1970: 1_800_000_000)
    var response = HTTPResponse(status: .badRequest)
    response.headerFields[.date] = "Fri, 15 Jan 2027 08:00:00 GMT"
    let lines = Mutex<[String]>([])
    let transport = AttentiveTransport(
      transport: ScriptedTransport(HTTPAnswer(response, body: JSONValue.object(["error": .string(error)]).bytes())),
      clock: WallClock { date.addingTimeInterval(lead) }, say: { line in lines.withLock { $0.append(line) } })
    _ = try await transport.send(request, body: Array(form.utf8), limits: HTTPLimits())
    let said = lines.withLock { $0 }
    #expect(said.count == (named == nil ? 0 : 1), "\(said)")
    if let named { #expect(said[0].hasPrefix(named) && said[0].contains("Set this machine's clock"), "\(said)") }
  }
}
