import Evidence
import OAuthAsyncHTTPClient
import OAuthCore
import OAuthTestSupport
import Synchronization
import Testing

@testable import OAuthServer

/// Back-channel logout to clients that hang, redirect, refuse, or stop in the middle of an answer, on real
/// connections.
@Suite struct LogoutTargetTests {
  /// Sends a logout token. Returns the outcome, and how many times the sender waited for the retry.
  private func send(
    to address: String, reachesPublicAddressesOnly: Bool = false
  ) async throws -> (outcome: LogoutDelivery.Outcome, retries: Int) {
    let retries = Mutex(0)
    let delivery = LogoutDelivery(transport: AsyncHTTPClientTransport(), timeout: .milliseconds(500)) { _ in
      retries.withLock { $0 += 1 }
    }
    let outcome = await delivery.send(
      Secret("a.b.c"), to: try Endpoint(address), reachesPublicAddressesOnly: reachesPublicAddressesOnly)
    return (outcome, retries.withLock { $0 })
  }

  @Test func `A client that answers gets the token in one request`() async throws {
    try await MisbehavingServer.whileRunning { origin in
      let (outcome, retries) = try await send(to: origin + "/echo")
      #expect(outcome == .delivered && retries == 0)
    }
  }

  // The redirect leads to an address that would answer with 200.
  @Test(arguments: [("/redirect", 307), ("/repeated", 401), ("/none", 404)])
  func `A redirect isn't followed, and no refusal is retried`(_ path: String, _ status: Int) async throws {
    try await MisbehavingServer.whileRunning { origin in
      let (outcome, retries) = try await send(to: origin + path)
      #expect(outcome == .refused(status: status) && retries == 0)
    }
  }

  @Test(
    .timeLimit(.minutes(5)),
    arguments: ["/hang", "/slow-body", "/truncated", "/garbage", "/close", "/large", "/large-chunked"])
  func `A client that hangs, sends too much or closes in the middle is tried once more, and then given up`(
    _ path: String
  ) async throws {
    try await MisbehavingServer.whileRunning { origin in
      let (outcome, retries) = try await send(to: origin + path)
      guard case .noAnswer(let reason) = outcome else {
        Issue.record("\(outcome)")
        return
      }
      #expect(retries == 1 && !reason.isEmpty && !reason.contains("a.b.c"))
    }
  }

  // The server answers on 127.0.0.1, so a connection would deliver the token.
  @Test(.covers("attack: requests into the operator's network"), arguments: ["127.0.0.1", "localhost"])
  func `A stranger's client at a private address gets nothing`(_ host: String) async throws {
    try await MisbehavingServer.whileRunning { origin in
      let address = origin.replacing("127.0.0.1", with: host) + "/echo"
      let (outcome, _) = try await send(to: address, reachesPublicAddressesOnly: true)
      guard case .noAnswer = outcome else {
        Issue.record("\(outcome)")
        return
      }
      let (own, _) = try await send(to: origin + "/echo")
      #expect(own == .delivered)
    }
  }
}
