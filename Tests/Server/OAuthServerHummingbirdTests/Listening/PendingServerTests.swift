import OAuthServer
@testable import OAuthServerHummingbird
import Testing

/// Requests that arrive while the port is open, but the server isn't created yet.
@Suite(.timeLimit(.minutes(60))) struct PendingServerTests {
  private struct CannotBeMade: Error {}

  /// Lets three requests wait, and returns for each whether it found a server.
  private func found(_ settle: (PendingServer) -> Void) async -> [Bool] {
    let made = PendingServer()
    return await withTaskGroup { group in
      for _ in 0..<3 {
        group.addTask {
          await made.isSettled()
          return made.server != nil
        }
      }
      while made.waitingCount < 3, !Task.isCancelled { await Task.yield() }
      settle(made)
      return await group.reduce(into: []) { $0.append($1) }
    }
  }

  @Test func `Requests wait until the server is created`() async {
    #expect(await found { $0.succeed(Served()) } == [true, true, true])
  }

  @Test func `Requests stop waiting if the server can't be created`() async {
    #expect(await found { $0.fail(CannotBeMade()) } == [false, false, false])
  }

  @Test func `Requests don't wait for an existing server`() async {
    let made = PendingServer()
    made.succeed(Served())
    await made.isSettled()
    #expect(made.server != nil && made.failure == nil && made.waitingCount == 0)
  }
}
