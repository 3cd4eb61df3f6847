public import Logging
public import OAuthCore
public import OAuthServer
internal import ServiceLifecycle

/// Runs an authorization server on a port while `body` runs, for tests and demonstrations.
///
/// ```swift
/// try await withAuthorizationServer(
///   make: { issuer in try demoServer(issuer) }, logger: logger
/// ) { issuer in
///   // The server answers at issuer.text, for example http://127.0.0.1:49152.
/// }
/// ```
///
/// - Parameters:
///   - host: A loopback IP address, `127.0.0.1` or `::1`. Default: `127.0.0.1`.
///   - port: The port, or 0 for any free port. Default: 0.
///   - identity: The certificate for https, with the rule for client certificates. Default: plain
///     http.
///   - make: Creates the server once the issuer is known: an `AuthorizationServer`, or a look-alike
///     of a provider.
///   - logger: The logger for connections.
///   - isolation: The caller's actor. Default: supplied by the compiler.
///   - body: The closure to run while the server answers. When it returns or throws, the server
///     stops.
/// - Returns: The result of `body`.
/// - Throws: ``ListeningError`` if the port can't be opened, or the error of `make` or `body`.
public func withAuthorizationServer<Output: Sendable>(
  host: String = "127.0.0.1", port: Int = 0, identity: ServerIdentity? = nil,
  make: @escaping @Sendable (Issuer) throws -> any HTTPServing, logger: Logger,
  isolation: isolated (any Actor)? = #isolation,
  body: (Issuer) async throws -> Output
) async throws -> Output {
  try await withAuthorizationServer(
    host: host, port: port, identity: identity, times: ConnectionTimeouts(), make: make, logger: logger, body: body)
}

/// Runs an authorization server with other timeouts, for tests of connections.
func withAuthorizationServer<Output: Sendable>(
  host: String = "127.0.0.1", port: Int = 0, identity: ServerIdentity? = nil, times: ConnectionTimeouts,
  limits: ConnectionLimits = ConnectionLimits(), make: @escaping @Sendable (Issuer) throws -> any HTTPServing,
  logger: Logger,
  isolation: isolated (any Actor)? = #isolation,
  body: (Issuer) async throws -> Output
) async throws -> Output {
  let (listening, listens) = AsyncStream.makeStream(of: Issuer.self)
  var service = HummingbirdAuthorizationServer(
    host: host, port: port, identity: identity, limits: limits, logger: logger, make: make,
    onListening: { listens.yield($0) })
  service.times = times
  let services = service.group()
  return try await withThrowingTaskGroup(of: Void.self) { group in
    group.addTask {
      defer { listens.finish() }
      try await services.run()
    }
    var iterator = listening.makeAsyncIterator()
    guard let issuer = await iterator.next(isolation: isolation) else {
      try await group.waitForAll()
      throw CancellationError()
    }
    let outcome: Result<Output, any Error>
    do {
      outcome = .success(try await body(issuer))
    } catch {
      outcome = .failure(error)
    }
    await services.triggerGracefulShutdown()
    try await group.waitForAll()
    return try outcome.get()
  }
}
