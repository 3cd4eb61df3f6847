internal import HTTPTypes
internal import OAuthCore
internal import OAuthServer

/// The endpoints for operators: liveness, readiness and metrics. They have a port of their own and
/// contain no secrets.
struct ServerState: HTTPServing {
  let metrics: PrometheusMetrics
  /// Returns the values of the present moment, for the metrics.
  var gauges: @Sendable () async -> [Gauge] = { [] }
  /// Whether the server listens and its database answers.
  let isReady: @Sendable () async -> Bool

  func respond(to request: HTTPRequest, body: [UInt8]) async -> HTTPAnswer {
    guard request.method == .get || request.method == .head else {
      return Self.text("This address accepts GET.\n", .methodNotAllowed)
    }
    let path = request.path?.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).first
    switch path {
    case "/health/live": return Self.text("live\n", .ok)
    case "/health/ready":
      return await isReady() ? Self.text("ready\n", .ok) : Self.text("not ready\n", .serviceUnavailable)
    case "/metrics":
      let text = metrics.text + Gauge.text(await gauges())
      return Self.text(text, .ok, type: "text/plain; version=0.0.4; charset=utf-8")
    default: return Self.text("There is nothing here.\n", .notFound)
    }
  }

  private static func text(
    _ text: String, _ status: HTTPResponse.Status, type: String = "text/plain; charset=utf-8"
  ) -> HTTPAnswer {
    HTTPAnswer(
      HTTPResponse(status: status, headerFields: [.contentType: type, .cacheControl: "no-store"]),
      body: Array(text.utf8))
  }
}
