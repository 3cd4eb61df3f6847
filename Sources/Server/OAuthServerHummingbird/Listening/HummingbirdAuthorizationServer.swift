internal import HummingbirdCore
internal import HummingbirdTLS
public import Logging
internal import NIOCore
internal import NIOPosix
public import OAuthCore
public import OAuthServer
public import ServiceLifecycle
internal import UnixSignals

/// A service that runs an authorization server on a port.
///
/// The service speaks HTTP/1.1, over TLS if it has a ``ServerIdentity``.
///
/// - On `127.0.0.1` and `::1` plain http is safe, because no request leaves the device (RFC 8252
///   §8.3 accepts it there for redirects). The issuer defaults to the address of the port, such as
///   `http://127.0.0.1:8080`.
/// - On any other address, pass an https issuer. Without a ``ServerIdentity``, a proxy in front has
///   to provide https at that issuer.
///
/// The issuer of a server on any free port contains the port's number. Therefore the service first
/// opens the port, then creates the server, and then answers requests.
///
/// ```swift
/// let service = HummingbirdAuthorizationServer(
///   port: 8080, logger: logger, make: { issuer in try makeServer(issuer) })
/// try await service.runUntilSignalled()
/// ```
public struct HummingbirdAuthorizationServer: Service {
  private let address: ListeningAddress
  /// The reason why the port must not be opened, if there is one.
  private let refusal: ListeningError?
  private let identity: ServerIdentity?
  /// The certificate in use, if there is one.
  private let inUse: CurrentIdentity?
  private let open: OpenConnections
  private let logger: Logger
  /// Creates the server once the port is open. Returns it together with its announcement.
  private let start: @Sendable (_ port: Int?) throws -> (server: any HTTPServing, announce: @Sendable () async -> Void)
  var times = ConnectionTimeouts()
  /// The time between two attempts to renew the certificate.
  var renewalInterval: Duration = .seconds(60)

  /// Creates the service. The port is opened by ``run()``.
  /// - Parameters:
  ///   - host: The IP address to listen on. Default: `127.0.0.1`.
  ///   - port: The port, from 1 to 65535, or 0 for any free port. Default: 0.
  ///   - issuer: The issuer. Required, with https, unless `host` is `127.0.0.1` or `::1`. Default:
  ///     the address of the port.
  ///   - identity: The certificate for https, with the rule for client certificates. Default: plain
  ///     http.
  ///   - limits: The numbers of connections at most. Default: what the process's limit of open
  ///     files allows when this function is called; ``OpenFileLimit/raise()`` raises it.
  ///   - logger: The logger for connections. The server has its own logger.
  ///   - make: Creates the server once the issuer is known. An `AuthorizationServer`, or another
  ///     type that answers requests. It may take its time, for instance to generate keys: requests
  ///     wait for it.
  ///   - onListening: Called once, with the issuer, before the first request is answered. It has to
  ///     return soon.
  public init(
    host: String = "127.0.0.1", port: Int = 0, issuer: Issuer? = nil, identity: ServerIdentity? = nil,
    limits: ConnectionLimits = ConnectionLimits(), logger: Logger,
    make: @escaping @Sendable (Issuer) throws -> any HTTPServing,
    onListening: @escaping @Sendable (Issuer) async -> Void = { _ in }
  ) {
    let address = ListeningAddress(host: host, port: port)
    self.address = address
    let isSafe = address.isLoopbackLiteral || issuer?.parts.scheme == "https"
    refusal = isSafe ? nil : .issuerNeeded(address: "\(address)")
    self.identity = identity
    let inUse = identity.map(CurrentIdentity.init)
    self.inUse = inUse
    open = OpenConnections(limits, logger)
    self.logger = logger
    start = { port in
      let issuer = try issuer ?? Issuer((identity == nil ? "http://" : "https://") + address.text(port: port))
      inUse?.serves(issuer.parts.host, logger)
      return (try make(issuer), { await onListening(issuer) })
    }
  }

  /// Creates a service without secrets and without an issuer, such as the one for a server's
  /// metrics. It uses plain http on every address.
  /// - Parameters:
  ///   - host: The IP address to listen on.
  ///   - port: The port, or 0 for any free port.
  ///   - logger: The logger for connections.
  ///   - server: The server that answers the requests.
  ///   - onListening: Called once, before the first request is answered. It has to return soon.
  package init(
    withoutSecretsOn host: String, port: Int, logger: Logger, answering server: any HTTPServing,
    onListening: @escaping @Sendable () async -> Void = {}
  ) {
    address = ListeningAddress(host: host, port: port)
    refusal = nil
    identity = nil
    inUse = nil
    // Health checks and metrics are asked for by few programs.
    open = OpenConnections(ConnectionLimits(all: 64), logger)
    self.logger = logger
    start = { _ in (server, onListening) }
  }

  /// The number of open connections, for metrics.
  public var openConnections: Int { open.count }

  /// Opens the port and answers requests until the task is cancelled or the service group shuts
  /// down.
  ///
  /// After a graceful shutdown, requests under way are still answered. Cancellation interrupts
  /// them.
  ///
  /// - Throws: ``ListeningError`` if the port can't be opened, or the error of `make`.
  public func run() async throws {
    if let refusal { throw refusal }
    let pendingServer = PendingServer()
    let connections = HTTPConnections(
      answering: RequestDispatcher(
        pendingServer: pendingServer, clientCertificates: identity?.clientCertificates,
        requiresHTTPS: identity != nil && !address.isLoopbackLiteral),
      times: times,
      open: open)
    let configuration = ServerConfiguration(address: .hostname(address.host, port: address.port))
    @Sendable func listening(_ channel: any Channel) async {
      // Generating keys takes long, and would block an event loop's thread.
      await withTaskExecutorPreference(globalConcurrentExecutor) {
        do {
          let (server, announce) = try start(channel.localAddress?.port)
          pendingServer.succeed(server)
          await announce()
        } catch {
          pendingServer.fail(error)
          channel.close(promise: nil)
        }
      }
    }
    async let _: Void? = inUse?.keepRenewing(every: renewalInterval, logger)
    var quiet = logger
    quiet.handler = UncancelledLogHandler(next: logger.handler)
    let server: any Service =
      if let tls = identity?.tls(showing: inUse.flatMap { $0.isRenewable ? $0 : nil }) {
        try TLSChannel(connections, configuration: tls).server(
          configuration: configuration, onServerRunning: listening,
          eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: quiet)
      } else {
        connections.server(
          configuration: configuration, onServerRunning: listening,
          eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: quiet)
      }
    do {
      // On its own event loop, accepting connections doesn't wait for other work of the program.
      try await withTaskExecutorPreference(EventLoopExecutor(MultiThreadedEventLoopGroup.singleton.next())) {
        try await server.run()
      }
    } catch {
      throw pendingServer.failure ?? address.explaining(error)
    }
    if let failure = pendingServer.failure { throw failure }
  }

  /// Runs the service as a program's main task: SIGTERM and SIGINT shut it down gracefully, and SIGHUP
  /// makes it read its certificate again.
  /// - Parameter other: A service that runs beside it, such as a metrics server. If one of the two
  ///   ends, both do. Default: none.
  /// - Throws: ``ListeningError`` if the port can't be opened, or the error of `make` or of
  ///   `other`.
  public func runUntilSignalled(with other: (any Service)? = nil) async throws {
    try await group(with: other, signals: [.sigterm, .sigint]).run()
  }

  func group(with other: (any Service)? = nil, signals: [UnixSignal] = []) -> ServiceGroup {
    // Only a whole program may take over its signals.
    let hangUps: (any Service)? = signals.isEmpty ? nil : HangUps(identity: inUse, logger: logger)
    var configuration = ServiceGroupConfiguration(
      services: ([self] + [hangUps, other].compactMap(\.self)).map { .init(service: $0) },
      gracefulShutdownSignals: signals,
      logger: logger)
    configuration.maximumGracefulShutdownDuration = times.ending
    return ServiceGroup(configuration: configuration)
  }
}
