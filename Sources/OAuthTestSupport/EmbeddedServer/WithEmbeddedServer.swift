#if Hummingbird
internal import Logging
public import OAuthCore
internal import OAuthServerHummingbird
internal import Synchronization

/// Runs an ``EmbeddedServer`` on a port of this machine while `body` runs, for clients that aren't in the test's process or bring a
/// transport of their own:
///
/// ```swift
/// try await withEmbeddedServer { server in
///   // server.issuer.text is http://127.0.0.1:49152 or the like, and answers.
/// }
/// ```
///
/// The test has the whole server: its person, whose user name and password the sign-in page takes, its faults and its clock. Clients on the
/// other side have a clock that nobody stops, and make DPoP proofs and assertions by it, so that this one begins at the present and runs on
/// with the machine's; `server.clock.advance(by:)` moves it besides. A clock that `make` gives to the server is left as it is.
///
/// - Parameters:
///   - make: makes the server, once its issuer is known; what `EmbeddedServer(issuer:)` makes unless said.
///   - isolation: the actor that the caller runs on, found by the compiler.
///   - body: what to do while the server answers. When it returns or throws, whatever hangs is answered, and the server stops.
/// - Returns: what `body` returned.
/// - Throws: `ListeningError` if no port can be opened; whatever `make` or `body` throws.
public func withEmbeddedServer<Output: Sendable>(
  make: @escaping @Sendable (Issuer) throws -> EmbeddedServer = { try EmbeddedServer(issuer: $0) },
  isolation: isolated (any Actor)? = #isolation,
  body: (EmbeddedServer) async throws -> Output
) async throws -> Output {
  let made = Mutex<EmbeddedServer?>(nil)
  return try await withAuthorizationServer(
    make: { issuer in
      let server = try make(issuer)
      if !server.isClockGiven { server.clock.run() }
      made.withLock { $0 = server }
      return server.faults
    }, logger: Logger(label: "embedded") { _ in SwiftLogNoOpLogHandler() }
  ) { _ in
    guard let server = made.withLock({ $0 }) else { throw CancellationError() }
    defer { server.behave() }
    return try await body(server)
  }
}
#endif
