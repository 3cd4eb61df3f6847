import OAuthServer
@testable import OAuthServerHummingbird
import Testing

/// A port is open before the server behind it is made.
@Suite(.timeLimit(.minutes(60))) struct MadeServerTests {
  private struct CannotBeMade: Error {}

  /// What requests find that came before there was a server: whether there is one.
  private func found(_ settle: (MadeServer) -> Void) async -> [Bool] {
    let made = MadeServer()
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

  @Test func `Requests that come before the server is made wait for it`() async {
    #expect(await found { $0.succeed(Served()) } == [true, true, true])
  }

  @Test func `Where none can be made they wait no longer`() async {
    #expect(await found { $0.fail(CannotBeMade()) } == [false, false, false])
  }

  @Test func `Nobody waits for a server that is there`() async {
    let made = MadeServer()
    made.succeed(Served())
    await made.isSettled()
    #expect(made.server != nil && made.failure == nil && made.waitingCount == 0)
  }
}
