import OAuth
import OAuthCore
import OAuthLookAlikes
import OAuthTestSupport
import Synchronization
import Testing

/// Faults of the server while a device polls for its tokens.
@Suite struct DeviceFaultTests {
  // Without an interval the client waits 5 seconds; slow_down adds 5 for this and all later polls
  // (RFC 8628 §3.2, §3.5).
  @Test(arguments: [
    (ServerFault.missingInterval, [5]), (.slowDown, [5, 10]), (.tooManyRequests, [5, 30]), (.serverError, [5, 10]),
  ])
  func `A device waits as long as the server asks, and gets its tokens`(_ fault: ServerFault, _ pauses: [Int64])
    async throws
  {
    let server = try EmbeddedServer()
    let client = try await server.client()
    server.misbehave(fault)
    let device = try await client.deviceAuthorization(scope: Scope(["profile"]))
    #expect(device.interval == .seconds(5))
    try await server.user.enter(userCode: device.userCode, at: device.verificationURI, through: server.transport)
    let seen = Mutex<[Int64]>([])
    let tokens = try await client.tokens(for: device, clock: WaitingClock(server.clock)) { progress in
      seen.withLock { $0.append(progress.nextAttempt.components.seconds) }
    }
    #expect(seen.withLock { $0 } == pauses)
    #expect(server.faults.outstanding.isEmpty)
    #expect(try await client.userInfo(tokens.accessToken)["name"] == "Ada Lovelace")
  }

  @Test(arguments: [ServerFault.redirect, .errorWithStatus200, .truncatedBody])
  func `A permanent error ends the polling at once`(_ fault: ServerFault) async throws {
    let server = try EmbeddedServer()
    let client = try await server.client()
    let device = try await client.deviceAuthorization()
    try await server.user.enter(userCode: device.userCode, at: device.verificationURI, through: server.transport)
    server.misbehave(fault)
    await #expect(throws: EndpointError.self) {
      try await client.tokens(for: device, clock: WaitingClock(server.clock))
    }
    #expect(server.faults.outstanding.isEmpty)
  }
}
