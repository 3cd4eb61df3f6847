public import CoreMetrics
public import HTTPTypes
internal import Metrics
public import OAuthCore
public import OAuthServer

/// An authorization server that counts its requests and measures how long they take.
///
/// `authorization_server_requests_total` counts the requests for each endpoint and class of status.
/// `authorization_server_request_seconds` has their durations for each endpoint. No label contains
/// data from a request, so the number of labels is fixed.
public struct MeasuredServer: HTTPServing {
  private let server: AuthorizationServer
  private let counters: [String: [Counter]]
  private let timers: [String: Timer]

  /// The label of requests for unknown paths.
  private static let nothing = "none"

  /// Wraps a server.
  /// - Parameters:
  ///   - server: The server that answers the requests.
  ///   - factory: The metrics system that stores the counters and timers.
  public init(_ server: AuthorizationServer, factory: any MetricsFactory) {
    self.server = server
    let names = server.endpointNames + [Self.nothing]
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

  /// Answers a request whose connection is unknown, and counts it.
  /// - Parameters:
  ///   - request: The request.
  ///   - body: The bytes of its body.
  /// - Returns: The server's answer.
  public func respond(to request: HTTPRequest, body: [UInt8]) async -> HTTPAnswer {
    await respond(to: request, body: body, context: RequestContext())
  }

  /// Answers a request and counts it.
  /// - Parameters:
  ///   - request: The request.
  ///   - body: The bytes of its body.
  ///   - context: The connection's details: the client's address and certificate.
  /// - Returns: The server's answer.
  public func respond(to request: HTTPRequest, body: [UInt8], context: RequestContext) async -> HTTPAnswer {
    let name = server.endpointName(for: request) ?? Self.nothing
    let start = ContinuousClock.now
    let answer = await server.respond(to: request, body: body, context: context)
    let nanoseconds = (ContinuousClock.now - start) / .nanoseconds(1)
    counters[name]?[min(max(answer.response.status.code / 100, 1), 5) - 1].increment()
    timers[name]?.recordNanoseconds(Int64(nanoseconds))
    return answer
  }
}
