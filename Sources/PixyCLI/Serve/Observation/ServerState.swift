internal import HTTPTypes
internal import OAuthCore
internal import OAuthServer

/// What who runs a server asks it about: whether it lives, whether it can answer, and its figures. It listens apart from the server, on
/// a port of its own. Nothing there is secret.
struct ServerState: HTTPServing {
  let metrics: PrometheusMetrics
  /// Whether the stores can be asked.
  let isReady: @Sendable () async -> Bool

  func respond(to request: HTTPRequest, body: [UInt8]) async -> HTTPAnswer {
    guard request.method == .get || request.method == .head else {
      return Self.text("This address takes GET.\n", .methodNotAllowed)
    }
    let path = request.path?.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).first
    switch path {
    case "/health/live": return Self.text("live\n", .ok)
    case "/health/ready":
      return await isReady() ? Self.text("ready\n", .ok) : Self.text("not ready\n", .serviceUnavailable)
    case "/metrics": return Self.text(metrics.text, .ok, type: "text/plain; version=0.0.4; charset=utf-8")
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
