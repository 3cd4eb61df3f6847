#if HUMMINGBIRD
internal import Logging
public import OAuthCore
internal import OAuthServerHummingbird
internal import Synchronization

/// Runs an ``EmbeddedServer`` on a loopback port while `body` runs.
///
/// Use it for clients in another process, or with a transport of their own:
///
/// ```swift
/// try await withEmbeddedServer { server in
///   // The server answers at server.issuer.text, such as http://127.0.0.1:49152.
/// }
/// ```
///
/// The test has the whole server: the user name and password for its sign-in page, its faults and
/// its clock. A client in another process creates DPoP proofs and assertions by the machine's
/// clock. So the server's clock starts at the present and runs with the machine's;
/// `server.clock.advance(by:)` moves it further. A clock that `make` passes to the server stays as
/// it is.
///
/// - Parameters:
///   - make: A closure that creates the server for its issuer. Default: `EmbeddedServer(issuer:)`.
///   - isolation: The actor of the caller, which the compiler fills in.
///   - body: The test. When it returns or throws, hanging requests are answered and the server
///     stops.
/// - Returns: The result of `body`.
/// - Throws: `ListeningError` if no port can be opened, and the errors of `make` and `body`.
public func withEmbeddedServer<Output: Sendable>(
  make: @escaping @Sendable (Issuer) throws -> EmbeddedServer = { try EmbeddedServer(issuer: $0) },
  isolation: isolated (any Actor)? = #isolation,
  body: (EmbeddedServer) async throws -> Output
) async throws -> Output {
  let newServer = Mutex<EmbeddedServer?>(nil)
  return try await withAuthorizationServer(
    make: { issuer in
      let server = try make(issuer)
      if !server.isClockGiven { server.clock.run() }
      newServer.withLock { $0 = server }
      return server.faults
    }, logger: Logger(label: "embedded") { _ in SwiftLogNoOpLogHandler() }
  ) { _ in
    guard let server = newServer.withLock({ $0 }) else { throw CancellationError() }
    defer { server.behave() }
    return try await body(server)
  }
}
#endif
