internal import CoreMetrics
internal import Logging
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerHummingbird
internal import ServiceLifecycle

/// An authorization server on its port, with health checks and metrics on another port.
struct ListeningServer {
  let settings: ServeSettings
  let readiness: ServerReadiness
  /// The services that run beside the server.
  var services: [any Service] = []
  /// The values of the present moment of what is beside the server, for the metrics.
  var gauges: @Sendable () async -> [Gauge] = { [] }
  let logger: Logger

  /// Serves requests until SIGTERM or SIGINT.
  /// - Parameters:
  ///   - make: Creates the server, once the issuer is known, with the metrics of the run.
  ///   - announce: Reports that the server listens.
  /// - Throws: `ListeningError` if a port can't be used; the error of creating the server.
  func run(
    make: @escaping @Sendable (Issuer, any MetricsFactory) throws -> AuthorizationServer,
    announce: @escaping @Sendable (Issuer) -> Void
  ) async throws {
    if let warning = settings.openPortWarning { logger.warning("\(warning)") }
    let metrics = PrometheusMetrics()
    let (readiness, proxies, logger) = (readiness, settings.trustedProxies, logger)
    // The announcement waits for the state port, so that health checks work from then on.
    let (stateToOpen, opening) = AsyncStream.makeStream(of: Never.self)
    OpenFileLimit.raise()
    let limits = ConnectionLimits(
      all: settings.maximumConnections, perAddress: settings.connectionsPerAddress, proxies: proxies)
    let server = HummingbirdAuthorizationServer(
      host: settings.host, port: settings.port, issuer: settings.issuer, identity: try settings.identity(),
      limits: limits, logger: logger,
      make: { issuer in
        let measured = MeasuredServer(try make(issuer, metrics), factory: metrics)
        return proxies.isEmpty ? measured : ProxiedServer(measured, proxies: proxies, logger: logger)
      },
      onListening: { issuer in
        for await _ in stateToOpen {}
        guard !Task.isCancelled else { return }
        readiness.listens()
        announce(issuer)
      })
    var others = services
    if let statePort = settings.statePort {
      others.append(
        HummingbirdAuthorizationServer(
          withoutSecretsOn: settings.stateHost, port: statePort, logger: logger,
          answering: ServerState(
            metrics: metrics,
            gauges: { [gauges] in
              let open = Gauge(name: "authorization_server_open_connections", value: Double(server.openConnections))
              return [open] + ProcessGauges.all + (await gauges())
            }, isReady: { await readiness.isReady }),
          onListening: { opening.finish() }))
    } else {
      opening.finish()
    }
    try await server.runUntilSignalled(with: others.isEmpty ? nil : SideServices(services: others))
  }
}
