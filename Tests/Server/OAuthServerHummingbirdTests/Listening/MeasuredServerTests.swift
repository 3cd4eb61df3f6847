import Evidence
import HTTPTypes
import MetricsTestKit
import OAuthCore
import OAuthServer
import OAuthServerHummingbird
import OAuthTestSupport
import Testing

@Suite(.timeLimit(.minutes(60))) struct MeasuredServerTests {
  private let metrics = TestMetrics()
  private let server: MeasuredServer
  private let live = LiveServer()

  init() throws {
    server = MeasuredServer(try live.make(Issuer("https://login.example")), factory: metrics)
  }

  private func ask(_ path: String, _ method: HTTPRequest.Method = .get, _ body: String = "") async -> HTTPAnswer {
    let fields: HTTPFields = method == .post ? [.contentType: "application/x-www-form-urlencoded"] : [:]
    return await server.respond(
      to: HTTPRequest(
        method: method, scheme: "https", authority: "login.example", path: path, headerFields: fields),
      body: Array(body.utf8))
  }

  private func requests(_ endpoint: String, _ status: String) throws -> Int64 {
    try metrics.expectCounter(
      "authorization_server_requests_total", [("endpoint", endpoint), ("status", status)]
    ).totalValue
  }

  @Test func `Requests are counted by endpoint and class of status, and timed`() async throws {
    let name = try #require(
      live.make(Issuer("https://login.example")).endpointName(
        for: HTTPRequest(method: .post, scheme: "https", authority: "login.example", path: "/token")))
    #expect(
      await ask("/token", .post, "grant_type=refresh_token&client_id=app&refresh_token=x").response.status.code == 400)
    #expect(await ask("/token", .get).response.status.code == 405)
    #expect(await ask("/.well-known/oauth-authorization-server").response.status.code == 200)
    #expect(await ask("/nothing?secret=1").response.status.code == 404)
    #expect(try requests(name, "4xx") == 2 && requests(name, "2xx") == 0)
    #expect(try requests("none", "4xx") == 1)
    let times = try metrics.expectTimer("authorization_server_request_seconds", [("endpoint", name)]).values
    #expect(times.count == 2 && times.allSatisfy { $0 > 0 })
  }

  // The number of metrics is fixed, so that requests for many paths can't fill the memory.
  @Test(.covers("CVE-2026-16100"))
  func `No request adds a metric, and no metric contains data of a request`() async throws {
    let before = metrics.counters.count + metrics.timers.count
    for number in 0..<20 { _ = await ask("/secret-\(number)?token=hidden", .get) }
    #expect(metrics.counters.count + metrics.timers.count == before && before > 0)
    for counter in metrics.counters {
      #expect(
        !"\(counter.label) \(counter.dimensions)".contains("secret") && !"\(counter.dimensions)".contains("hidden"))
    }
  }

  @Test func `The connection's details are passed on`() async throws {
    let answers = try await withAuthorizationServer(
      make: { MeasuredServer(try live.make($0), factory: metrics) }, logger: live.log.logger()
    ) { issuer in
      try await RawClient.get("/.well-known/openid-configuration", issuer).status
    }
    #expect(answers == 200)
  }
}
