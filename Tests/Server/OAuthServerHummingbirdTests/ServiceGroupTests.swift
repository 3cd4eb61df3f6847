import OAuthCore
import OAuthTestSupport
import ServiceLifecycle
import Testing

@testable import OAuthServerHummingbird

/// A service that runs beside the server. CLITests has the test that a signal ends both, with the
/// built command.
@Suite(.timeLimit(.minutes(60))) struct ServiceGroupTests {
  private struct Ended: Error {}

  @Test func `If the service beside the server fails, the server ends too and releases its port`() async throws {
    let live = LiveServer()
    let (issuers, found) = AsyncStream.makeStream(of: Issuer.self)
    let server = HummingbirdAuthorizationServer(
      logger: live.log.logger(), make: { try live.make($0) }, onListening: { found.yield($0) })
    /// Fails once the server listens.
    struct Later: Service {
      let issuers: AsyncStream<Issuer>
      let seen: AsyncStream<Issuer>.Continuation

      func run() async throws {
        for await issuer in issuers {
          seen.yield(issuer)
          throw Ended()
        }
      }
    }
    let (seen, see) = AsyncStream.makeStream(of: Issuer.self)
    let group = server.group(with: Later(issuers: issuers, seen: see))
    await #expect(throws: Ended.self) { try await group.run() }
    // The failure is reported by who runs the group; the server's own end is none.
    #expect(!live.log.records.contains { $0.hasPrefix("error ") }, "\(live.log.records)")
    see.finish()
    for await issuer in seen {
      let port = try #require(issuer.text.split(separator: ":").last.flatMap { Int($0) })
      try await LiveServer().run(port: port) { #expect($0 == issuer) }
    }
  }

  @Test func `A server that can't listen ends the service beside it`() async throws {
    struct Waiting: Service {
      func run() async throws { try await gracefulShutdown() }
    }
    let live = LiveServer()
    let server = HummingbirdAuthorizationServer(
      host: "192.0.2.1", issuer: try Issuer("https://login.example"), logger: live.log.logger(),
      make: { try live.make($0) })
    await #expect(throws: ListeningError.notAnAddressHere(address: "192.0.2.1:0")) {
      try await server.group(with: Waiting()).run()
    }
  }
}
