internal import Logging
internal import OAuthCore
internal import OAuthServer
internal import OAuthServerHummingbird
internal import ServiceLifecycle

/// An authorization server on its port, with its figures and its state on another, until a signal ends them.
struct ListeningServer {
  let settings: ServeSettings
  let readiness: ServerReadiness
  /// What runs beside it.
  var services: [any Service] = []
  let logger: Logger

  /// Answers until SIGTERM or SIGINT.
  /// - Parameters:
  ///   - make: makes the server, once the issuer is known.
  ///   - announce: says that it listens.
  func run(
    make: @escaping @Sendable (Issuer) throws -> AuthorizationServer, announce: @escaping @Sendable (Issuer) -> Void
  ) async throws {
    let metrics = PrometheusMetrics()
    let (readiness, proxies) = (readiness, settings.trustedProxies)
    // Whoever hears that the server listens may ask for its state at once.
    let (stateToOpen, opening) = AsyncStream.makeStream(of: Never.self)
    let server = HummingbirdAuthorizationServer(
      host: settings.host, port: settings.port, issuer: settings.issuer, identity: try settings.identity(),
      logger: logger,
      make: { issuer in
        let measured = MeasuredServer(try make(issuer), factory: metrics)
        return proxies.isEmpty ? measured : ProxiedServer(measured, proxies: proxies)
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
          answering: ServerState(metrics: metrics, isReady: { await readiness.isReady }),
          onListening: { opening.finish() }))
    } else {
      opening.finish()
    }
    try await server.runUntilSignalled(with: others.isEmpty ? nil : SideServices(services: others))
  }
}
