import Evidence
import Foundation
import OAuthCore
import OAuthLookAlikes
import OAuthServer
import OAuthTestSupport
import Synchronization
import Testing

@Suite("A poll with a device code", .covers("RFC 8628 §3.4, server"))
struct DevicePollTests {
  @Test func `is pending until the user's decision, and then gets tokens`() async throws {
    let test = try TestServer.forDevices()
    let codes = try await test.deviceCodes()
    let pending = await test.poll(codes)
    #expect(pending.status == 400 && pending.error == "authorization_pending")
    #expect(await test.decide(codes).status == 200)
    let tokens = try TokenAnswer(await test.poll(codes))
    #expect(tokens.members["scope"] == "profile email" && tokens.members["token_type"] == "Bearer")
    #expect(try await test.userInfo(tokens.access).members["sub"] == "248289761001")
    #expect(
      try await test.post("/token", TestServer.refreshment(#require(tokens.refresh), ["client_id": "tv"])).status == 200
    )
  }

  // RFC 8628 §3.5: `slow_down` adds 5 seconds to the interval. Other servers don't add them.
  @Test func `that is too early makes the interval longer by 5 seconds, each time`() async throws {
    let test = try TestServer.forDevices()
    let codes = try await test.deviceCodes()
    var answers: [String?] = []
    for pause in [0, 4, 9, 15, 14, 20, 19, 25] {
      test.clock.advance(by: .seconds(pause))
      answers.append(await test.poll(codes).error)
    }
    #expect(
      answers == [
        "authorization_pending", "slow_down", "slow_down", "authorization_pending", "slow_down",
        "authorization_pending", "slow_down", "authorization_pending",
      ])
  }

  // RFC 8628 §3.2.
  @Test(arguments: [(Duration.seconds(12), 12), (.seconds(0), 1), (.seconds(999), 300), (.milliseconds(2_900), 2)])
  func `may be as frequent as the configuration says, and the device learns the interval`(
    _ interval: Duration, _ seconds: Int
  )
    async throws
  {
    let test = try TestServer(
      asking: try TestServer.clients(), features: [.dpop, .pushedRequests, .deviceAuthorization]
    ) {
      $0.devicePollInterval = interval
    }
    let codes = try await test.deviceCodes()
    #expect(codes.members["interval"] == .integer(Int64(seconds)))
    #expect(await test.poll(codes).error == "authorization_pending")
    test.clock.advance(by: .seconds(seconds))
    #expect(await test.poll(codes).error == "authorization_pending")
    test.clock.advance(by: .milliseconds(seconds * 1_000 - 1))
    #expect(await test.poll(codes).error == "slow_down")
  }

  @Test func `after the clock was set back counts as too early once`() async throws {
    let test = try TestServer.forDevices()
    let codes = try await test.deviceCodes()
    _ = await test.poll(codes)
    test.clock.jump(by: .seconds(-3_600))
    #expect(await test.poll(codes).error == "slow_down")
    test.clock.advance(by: .seconds(10))
    #expect(await test.poll(codes).error == "authorization_pending")
  }

  @Test func `is answered with tokens once they are approved, however early it is`() async throws {
    let test = try TestServer.forDevices()
    let codes = try await test.deviceCodes()
    _ = await test.poll(codes)
    _ = await test.decide(codes)
    _ = try TokenAnswer(await test.poll(codes))
  }

  @Test func `of another client gets an error, and changes neither the interval nor the codes`() async throws {
    let test = try TestServer.forDevices()
    let codes = try await test.deviceCodes()
    _ = await test.poll(codes)
    let other: Changes = ["client_id": "box", "client_secret": TestServer.clientSecret]
    #expect(await test.poll(codes, other).error == "invalid_grant")
    test.clock.advance(by: .seconds(5))
    #expect(await test.poll(codes).error == "authorization_pending")
    _ = await test.decide(codes)
    #expect(await test.poll(codes, other).error == "invalid_grant")
    _ = try TokenAnswer(await test.poll(codes))
  }

  @Test func `of a confidential client needs its secret each time`() async throws {
    let test = try TestServer.forDevices()
    let secret: Changes = ["client_id": "box", "client_secret": TestServer.clientSecret]
    let codes = try await test.deviceCodes(secret)
    _ = await test.decide(codes)
    #expect(await test.poll(codes, ["client_id": "box"]).error == "invalid_client")
    #expect(await test.poll(codes, ["client_id": "box", "client_secret": "wrong"]).error == "invalid_client")
    _ = try TokenAnswer(await test.poll(codes, secret))
  }

  @Test(
    arguments: [
      (["device_code": nil], "invalid_request"), (["device_code": ""], "invalid_request"),
      (["device_code": "x"], "invalid_grant"), (["device_code": "\u{0}"], "invalid_grant"),
      (["client_id": nil], "invalid_client"), (["client_id": "app"], "unauthorized_client"),
      (["grant_type": "device_code"], "unsupported_grant_type"),
      (["grant_type": "urn:ietf:params:oauth:grant-type:DEVICE_CODE"], "unsupported_grant_type"),
    ] as [(Changes, String)])
  func `with a wrong parameter is rejected`(_ changes: Changes, _ error: String) async throws {
    let test = try TestServer.forDevices()
    let codes = try await test.deviceCodes()
    _ = await test.decide(codes)
    #expect(await test.poll(codes, changes).error == error)
    _ = try TokenAnswer(await test.poll(codes))
  }

  @Test func `with two device codes is rejected`() async throws {
    let test = try TestServer.forDevices()
    var form = TestServer.poll("x")
    form.append("device_code", "y")
    #expect(await test.post("/token", form).error == "invalid_request")
  }

  @Test(.covers("GHSA-965c-763c-88jm")) func `with the user code is rejected, and so is a device code as a user code`()
    async throws
  {
    let test = try TestServer.forDevices()
    let codes = try await test.deviceCodes()
    #expect(await test.post("/token", TestServer.poll(codes.user)).error == "invalid_grant")
    #expect(await test.enter(codes.device).status == 400)
  }

  @Test func `after a denial gets access_denied, as often as it is repeated`() async throws {
    let test = try TestServer.forDevices()
    let codes = try await test.deviceCodes()
    _ = await test.decide(codes, ["decision": "deny"])
    for _ in 0..<3 { #expect(await test.poll(codes).error == "access_denied") }
    test.clock.advance(by: .seconds(700))
    #expect(await test.poll(codes).error == "access_denied")
    #expect(test.database.counts.tokens == 0)
  }

  @Test func `after the codes expired gets expired_token, whether approved or not`() async throws {
    let test = try TestServer.forDevices()
    let pending = try await test.deviceCodes()
    let approved = try await test.deviceCodes()
    _ = await test.decide(approved)
    test.clock.advance(by: .seconds(600))
    #expect(await test.poll(pending).error == "expired_token")
    #expect(await test.poll(approved).error == "expired_token")
    #expect(await test.decide(pending).status == 400)
    #expect(await test.poll(pending).error == "expired_token")
    #expect(test.database.counts.tokens == 0)
  }

  @Test(.covers("RFC 10027 §6.1.3, server"))
  func `after the tokens were issued gets an error, and leaves the tokens valid`() async throws {
    let test = try TestServer.forDevices()
    let codes = try await test.deviceCodes()
    _ = await test.decide(codes)
    let tokens = try TokenAnswer(await test.poll(codes))
    #expect(await test.poll(codes).error == "invalid_grant")
    #expect(await test.userInfo(tokens.access).status == 200)
    #expect(test.database.counts.tokens == 2)
  }

  // Redeeming is one atomic step.
  @Test(arguments: 1...5)
  func `succeeds once in a hundred simultaneous ones, and its tokens stay valid`(_ round: Int) async throws {
    let test = try TestServer.forDevices()
    let codes = try await test.deviceCodes()
    _ = await test.decide(codes)
    let answers = await ConcurrencyTests.simultaneously(100) { await test.poll(codes) }
    let won = try answers.filter { $0.status == 200 }.map(TokenAnswer.init)
    #expect(won.count == 1)
    #expect(answers.filter { $0.error == "invalid_grant" }.count == 99)
    #expect(test.database.counts.tokens == 2)
    for tokens in won {
      #expect(await test.userInfo(tokens.access).status == 200)
      let refresh = TestServer.refreshment(try #require(tokens.refresh), ["client_id": "tv"])
      #expect(await test.post("/token", refresh).status == 200)
    }
  }

  @Test func `that loses the race revokes only its own tokens`() async throws {
    let test = try TestServer.forDevices()
    let codes = try await test.deviceCodes()
    _ = await test.decide(codes)
    // All polls see the approval before any of them completes.
    let polls = Mutex(0)
    test.faults.before(.pollDeviceAuthorization) { polls.withLock { $0 += 1 } }
    test.faults.before(.completeDeviceAuthorization) {
      // The bound makes the test fail, instead of hanging, if some polls never arrive.
      for _ in 0..<200_000 where polls.withLock({ $0 < 10 }) { await Task.yield() }
      #expect(polls.withLock { $0 } >= 10)
    }
    let answers = await ConcurrencyTests.simultaneously(10) { await test.poll(codes) }
    let won = try answers.filter { $0.status == 200 }.map(TokenAnswer.init)
    #expect(won.count == 1 && test.database.counts.tokens == 2)
    #expect(await test.userInfo(try #require(won.first).access).status == 200)
  }

  @Test func `that fails inside the server doesn't lose the approval`() async throws {
    let test = try TestServer.forDevices()
    let codes = try await test.deviceCodes()
    _ = await test.decide(codes)
    test.faults.fail([.completeDeviceAuthorization])
    #expect(await test.poll(codes).status == 500)
    test.faults.fail([])
    let tokens = try TokenAnswer(await test.poll(codes))
    #expect(await test.userInfo(tokens.access).status == 200)
  }
}
