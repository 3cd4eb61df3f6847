#if Hummingbird
import HTTPTypes
import OAuthCore
import OAuthServer
import OAuthServerHummingbird
import OAuthTestSupport
import Testing

/// Who is taken for whom when a proxy stands in front.
@Suite struct ClientAddressFieldTests {
  /// Says where a request is believed to come from.
  private struct Mirror: HTTPServing {
    func respond(to request: HTTPRequest, body: [UInt8]) async -> HTTPAnswer { .text("no context") }

    func respond(to request: HTTPRequest, body: [UInt8], context: RequestContext) async -> HTTPAnswer {
      let known = ["127.0.0.1", "203.0.113.7", "198.51.100.20", "2001:db8::1"]
      return .text(known.first { ClientAddress($0) == context.address } ?? "unknown")
    }
  }

  private func addresses(_ field: HTTPField.Name?, _ requests: [String]) async throws -> [String] {
    let (issuers, found) = AsyncStream.makeStream(of: Issuer.self)
    let server = HummingbirdAuthorizationServer(
      clientAddressField: field, logger: LogCollector().logger(), make: { _ in Mirror() },
      onListening: { found.yield($0) })
    let running = Task { try await server.run() }
    defer { running.cancel() }
    var iterator = issuers.makeAsyncIterator()
    let issuer = try #require(await iterator.next())
    var addresses: [String] = []
    for fields in requests { addresses.append(try await RawClient.get("/", issuer, fields: fields).body) }
    return addresses
  }

  @Test func `Without a proxy the other end of the connection counts, whatever a client writes`() async throws {
    #expect(try await addresses(nil, ["", "X-Forwarded-For: 203.0.113.7\r\n"]) == ["127.0.0.1", "127.0.0.1"])
  }

  @Test func `Behind a proxy its own word counts, and nothing that a client sent along`() async throws {
    let field = try #require(HTTPField.Name("X-Forwarded-For"))
    let requests = [
      "X-Forwarded-For: 203.0.113.7\r\n", "x-forwarded-for: 203.0.113.7,\t198.51.100.20 \r\n",
      "X-Forwarded-For: 203.0.113.7\r\nX-Forwarded-For: 2001:db8::1\r\n", "", "X-Forwarded-For: \r\n",
      "X-Forwarded-For: 203.0.113.7, somewhere\r\n",
    ]
    #expect(
      try await addresses(field, requests)
        == ["203.0.113.7", "198.51.100.20", "2001:db8::1", "unknown", "unknown", "unknown"])
  }
}
#endif
