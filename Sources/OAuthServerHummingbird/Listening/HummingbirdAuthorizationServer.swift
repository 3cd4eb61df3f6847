internal import HummingbirdCore
internal import HummingbirdTLS
public import Logging
internal import NIOCore
internal import NIOPosix
public import OAuthCore
public import OAuthServer
public import ServiceLifecycle
internal import UnixSignals

/// An authorization server, or what looks like one, on a port, until it is told to stop.
///
/// It speaks HTTP/1.1, with TLS if it is given a ``ServerIdentity``. Without one nothing leaves the device on a loopback address
/// (RFC 8252 §8.3 accepts plain http there for redirects), and the issuer is `http://127.0.0.1:PORT`; on any other address a
/// proxy has to bring https. Then, and with TLS, the issuer has to be given.
///
/// The issuer of a server that takes any free port has that port in it. So the port is opened first, the server is
/// made second, and requests are answered third.
public struct HummingbirdAuthorizationServer: Service {
  private let address: ListeningAddress
  /// Why this must not be opened, if it mustn't.
  private let refusal: ListeningError?
  private let identity: ServerIdentity?
  private let logger: Logger
  /// Makes what answers, once the port is open, and what says that it listens.
  private let start: @Sendable (_ port: Int?) throws -> (server: any HTTPServing, announce: @Sendable () async -> Void)
  var times = ConnectionTimes()
  /// How often a server that can is to look for another certificate.
  var renewalInterval: Duration = .seconds(60)

  /// Describes a server; nothing is opened before ``run()``.
  /// - Parameters:
  ///   - host: the IP address to listen on.
  ///   - port: the port, or 0 for any that is free.
  ///   - issuer: needed, and https, unless the host is a loopback address; then it defaults to that address.
  ///   - identity: the certificate for https, and which ones clients are asked for; plain http without it.
  ///   - logger: for what concerns connections; the server itself logs with its own.
  ///   - make: makes the server, once the issuer is known: an `AuthorizationServer`, or something else that answers requests.
  ///   - onListening: called once, when requests are about to be answered; it must return soon.
  public init(
    host: String = "127.0.0.1", port: Int = 0, issuer: Issuer? = nil, identity: ServerIdentity? = nil,
    logger: Logger,
    make: @escaping @Sendable (Issuer) throws -> any HTTPServing,
    onListening: @escaping @Sendable (Issuer) async -> Void = { _ in }
  ) {
    let address = ListeningAddress(host: host, port: port)
    self.address = address
    let isSafe = address.isLoopbackLiteral || issuer?.parts.scheme == "https"
    refusal = isSafe ? nil : .issuerNeeded(address: "\(address)")
    self.identity = identity
    self.logger = logger
    start = { port in
      let issuer = try issuer ?? Issuer((identity == nil ? "http://" : "https://") + address.text(port: port))
      return (try make(issuer), { await onListening(issuer) })
    }
  }

  /// Describes what has no secrets, is told none, and has no issuer, such as a server's figures: any address gets plain http.
  /// - Parameters:
  ///   - host: the IP address to listen on.
  ///   - port: the port.
  ///   - logger: for what concerns connections.
  ///   - server: what answers.
  ///   - onListening: called once, when requests are about to be answered; it must return soon.
  package init(
    withoutSecretsOn host: String, port: Int, logger: Logger, answering server: any HTTPServing,
    onListening: @escaping @Sendable () async -> Void = {}
  ) {
    address = ListeningAddress(host: host, port: port)
    refusal = nil
    identity = nil
    self.logger = logger
    start = { _ in (server, onListening) }
  }

  /// Listens and answers until the task is cancelled or its service group shuts down gracefully, which lets requests
  /// that are under way finish.
  /// - Throws: ``ListeningError`` if the port can't be opened; whatever `make` throws.
  public func run() async throws {
    if let refusal { throw refusal }
    let made = MadeServer()
    let connections = AnsweredConnections(
      answering: RequestAnswering(made: made, clientCertificates: identity?.clientCertificates), times: times)
    let configuration = ServerConfiguration(address: .hostname(address.host, port: address.port))
    @Sendable func listening(_ channel: any Channel) async {
      // Keys take their time, which an event loop's thread doesn't have.
      await withTaskExecutorPreference(globalConcurrentExecutor) {
        do {
          let (server, announce) = try start(channel.localAddress?.port)
          made.succeed(server)
          await announce()
        } catch {
          made.fail(error)
          channel.close(promise: nil)
        }
      }
    }
    let inUse = identity.flatMap(IdentityInUse.init)
    async let _: Void? = inUse?.keepRenewing(every: renewalInterval, logger)
    let server: any Service =
      if let tls = identity?.tls(showing: inUse) {
        try TLSChannel(connections, configuration: tls).server(
          configuration: configuration, onServerRunning: listening,
          eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: logger)
      } else {
        connections.server(
          configuration: configuration, onServerRunning: listening,
          eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: logger)
      }
    do {
      // New connections wait for no other work of the program's.
      try await withTaskExecutorPreference(EventLoopExecutor(MultiThreadedEventLoopGroup.singleton.next())) {
        try await server.run()
      }
    } catch {
      throw made.failure ?? address.explaining(error)
    }
    if let failure = made.failure { throw failure }
  }

  /// ``run()`` for a program's main task: SIGTERM and SIGINT shut it down gracefully.
  /// - Parameter other: what runs beside it, such as a server for figures; if one of them ends, both do.
  /// - Throws: as ``run()``.
  public func runUntilSignalled(with other: (any Service)? = nil) async throws {
    try await group(with: other, signals: [.sigterm, .sigint]).run()
  }

  func group(with other: (any Service)? = nil, signals: [UnixSignal] = []) -> ServiceGroup {
    var configuration = ServiceGroupConfiguration(
      services: ([self] + [other].compactMap(\.self)).map { .init(service: $0) }, gracefulShutdownSignals: signals,
      logger: logger)
    configuration.maximumGracefulShutdownDuration = times.ending
    return ServiceGroup(configuration: configuration)
  }
}
