public import CoreMetrics
public import HTTPTypes
internal import Metrics
public import OAuthCore
public import OAuthServer

/// An authorization server that counts what it answers, and how long it takes.
///
/// `authorization_server_requests_total` counts requests by endpoint and class of status;
/// `authorization_server_request_seconds` has their durations by endpoint. No label holds anything of a request, so that their
/// number is fixed.
public struct MeasuredServer: HTTPServing {
  private let server: AuthorizationServer
  private let counters: [String: [Counter]]
  private let timers: [String: Timer]

  /// The name for whatever is at no address.
  private static let nothing = "none"

  /// Measures a server.
  /// - Parameters:
  ///   - server: what answers.
  ///   - factory: keeps the figures.
  public init(_ server: AuthorizationServer, factory: any MetricsFactory) {
    self.server = server
    let names = AuthorizationServer.endpointNames + [Self.nothing]
    counters = Dictionary(
      uniqueKeysWithValues: names.map { name in
        (
          name,
          (1...5).map { status in
            Counter(
              label: "authorization_server_requests_total",
              dimensions: [("endpoint", name), ("status", "\(status)xx")], factory: factory)
          }
        )
      })
    timers = Dictionary(
      uniqueKeysWithValues: names.map { name in
        (name, Timer(label: "authorization_server_request_seconds", dimensions: [("endpoint", name)], factory: factory))
      })
  }

  /// Answers a request and counts it.
  public func respond(to request: HTTPRequest, body: [UInt8]) async -> HTTPAnswer {
    await respond(to: request, body: body, context: RequestContext())
  }

  /// Answers a request of which more is known than HTTP says, and counts it.
  /// - Parameters:
  ///   - request: the request.
  ///   - body: the octets of its body.
  ///   - context: what else is known.
  public func respond(to request: HTTPRequest, body: [UInt8], context: RequestContext) async -> HTTPAnswer {
    let name = server.endpointName(for: request) ?? Self.nothing
    let start = ContinuousClock.now
    let answer = await server.respond(to: request, body: body, context: context)
    let taken = (ContinuousClock.now - start) / .nanoseconds(1)
    counters[name]?[min(max(answer.response.status.code / 100, 1), 5) - 1].increment()
    timers[name]?.recordNanoseconds(Int64(taken))
    return answer
  }
}
