import Evidence
import HTTPTypes
import OAuthCore
import OAuthServer
import OAuthServerHummingbird
import OAuthTestSupport
import Synchronization
import Testing

/// The client's address when a proxy stands in front of the server.
@Suite struct ProxiedServerTests {
  private struct Heard: HTTPServing {
    let kept: AddressBox

    func respond(to request: HTTPRequest, body: [UInt8]) async -> HTTPAnswer {
      HTTPAnswer(HTTPResponse(status: .ok), body: [])
    }

    func respond(to request: HTTPRequest, body: [UInt8], context: RequestContext) async -> HTTPAnswer {
      kept.set(context.address)
      return await respond(to: request, body: body)
    }
  }

  // Servers that trust X-Forwarded-For from any peer let each client choose its own address.
  @Test(
    .covers("RFC 9700 §4.13", "CVE-2024-47070", "CVE-2026-27700"),
    arguments: [
      ("10.0.0.1", ["203.0.113.7"], "203.0.113.7"), ("10.0.0.1", ["1.2.3.4, 203.0.113.7"], "203.0.113.7"),
      ("10.0.0.1", ["1.2.3.4", "203.0.113.7"], "203.0.113.7"), ("10.0.0.1", ["203.0.113.7, 10.0.0.2"], "203.0.113.7"),
      ("10.0.0.1", [], "10.0.0.1"), ("10.0.0.1", ["nonsense"], "10.0.0.1"), ("10.0.0.1", ["10.0.0.2"], "10.0.0.1"),
      ("198.51.100.1", ["203.0.113.7"], "198.51.100.1"),
      // Some load balancers add the port.
      ("10.0.0.1", ["203.0.113.7:49152"], "203.0.113.7"), ("10.0.0.1", ["[2001:db8::7]:49152"], "2001:db8::7"),
      ("10.0.0.1", ["[2001:db8::7]"], "2001:db8::7"), ("10.0.0.1", ["203.0.113.7:1, 10.0.0.2:2"], "203.0.113.7"),
      ("10.0.0.1", ["203.0.113.7:"], "10.0.0.1"), ("10.0.0.1", ["203.0.113.7:65536"], "10.0.0.1"),
      ("10.0.0.1", ["203.0.113.7:+1"], "10.0.0.1"), ("10.0.0.1", ["[203.0.113.7]:1"], "10.0.0.1"),
      ("10.0.0.1", ["[2001:db8::7"], "10.0.0.1"), ("10.0.0.1", ["[2001:db8::7]1"], "10.0.0.1"),
      // Another address in the proxy's network isn't the proxy.
      ("2001:db8::10", ["203.0.113.7"], "203.0.113.7"), ("2001:db8::99", ["203.0.113.7"], "2001:db8::99"),
      ("2001:db8::10", ["203.0.113.7, 2001:db8::99"], "2001:db8::99"),
    ])
  func `Only a proxy that is known is believed, and only what it wrote itself`(
    _ connection: String, _ fields: [String], _ expected: String
  ) async throws {
    let kept = AddressBox()
    let proxies = Set(["10.0.0.1", "10.0.0.2", "2001:db8::10"].compactMap { ClientAddress($0) })
    let server = ProxiedServer(Heard(kept: kept), proxies: proxies)
    var request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/")
    let name = try #require(HTTPField.Name("X-Forwarded-For"))
    request.headerFields[values: name] = fields
    _ = await server.respond(
      to: request, body: [], context: RequestContext(address: ClientAddress(connection)))
    #expect(kept.address == ClientAddress(expected))
  }

  // Programs behind a proxy took fields for its words that the client had sent, such as one whose
  // hyphens are underscores.
  @Test(
    .covers("CVE-2025-64484", "CVE-2026-40575", "CVE-2026-33495"),
    arguments: ["X_Forwarded_For", "X-Forwarded_For", "Forwarded", "X-Real-IP", "True-Client-IP", "X-Client-IP"])
  func `No other field than X-Forwarded-For names the client`(_ other: String) async throws {
    let kept = AddressBox()
    let server = ProxiedServer(Heard(kept: kept), proxies: Set(["10.0.0.1"].compactMap { ClientAddress($0) }))
    var request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/")
    request.headerFields[try #require(HTTPField.Name(other))] = "203.0.113.7"
    _ = await server.respond(to: request, body: [], context: RequestContext(address: ClientAddress("10.0.0.1")))
    #expect(kept.address == ClientAddress("10.0.0.1"))
  }

  @Test func `A field that can't be read is logged once, without its content`() async throws {
    let log = LogCollector()
    let server = ProxiedServer(
      Heard(kept: AddressBox()), proxies: Set(["10.0.0.1"].compactMap { ClientAddress($0) }), logger: log.logger())
    let name = try #require(HTTPField.Name("X-Forwarded-For"))
    for field in ["203.0.113.7", "unknown-7", "unknown-8"] {
      var request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/")
      request.headerFields[name] = field
      _ = await server.respond(to: request, body: [], context: RequestContext(address: ClientAddress("10.0.0.1")))
    }
    #expect(log.records.count == 1)
    #expect(log.records.allSatisfy { $0.contains("X-Forwarded-For") && !$0.contains("unknown-") })
  }
}

/// The address that the server received last.
private final class AddressBox: Sendable {
  private let value = Mutex<ClientAddress?>(nil)
  var address: ClientAddress? { value.withLock { $0 } }
  func set(_ address: ClientAddress?) { value.withLock { $0 = address } }
}
