import Evidence
import Foundation
import OAuthCore
import OAuthLookAlikes
@testable import OAuthServer
import OAuthTestSupport
import PKCE
import Synchronization
import Testing

// The other tests of concurrency race, so each run sees a few orders. These see all of them.
@Suite("In every order of their calls of the database", .timeLimit(.minutes(60)))
struct ScheduleTests {
  private typealias Request = @Sendable () async -> HTTPAnswer

  @Test(
    "one of several requests redeems a code, and its tokens are revoked by the others",
    .covers("RFC 6749 §4.1.3, server", "question: Are concurrent tokens correctly revoked"),
    arguments: [(2, 6), (3, 90)])
  func code(_ requests: Int, _ schedules: Int) async throws {
    let test = try TestServer().waitingForTurns()
    let count = try await Schedule.each { schedule in
      let form = TestServer.redemption(try await test.savedCode(for: "app"))
      let answers = await schedule.answers(to: repeated(requests) { await test.post("/token", form) })
      let tokens = try winner(answers, schedule, losers: "invalid_grant")
      #expect(await test.userInfo(tokens.access).status == 401, "\(schedule)")
      #expect(test.database.counts.tokens == 0, "\(schedule)")
    }
    #expect(count == schedules)
  }

  @Test(
    "one of several requests spends a refresh token, and its tokens are revoked by the others",
    .covers("RFC 9700 §4.14", "question: Are concurrent tokens correctly revoked"), arguments: [(2, 6), (3, 90)])
  func refresh(_ requests: Int, _ schedules: Int) async throws {
    let test = try TestServer().waitingForTurns()
    let count = try await Schedule.each { schedule in
      let form = try await refreshment(test)
      let answers = await schedule.answers(to: repeated(requests) { await test.post("/token", form) })
      let tokens = try winner(answers, schedule, losers: "invalid_grant")
      #expect(await test.userInfo(tokens.access).status == 401, "\(schedule)")
      #expect(test.database.counts.tokens == 0, "\(schedule)")
    }
    #expect(count == schedules)
  }

  // Of three requests, 204 of the schedules: those that leave a request that can go on at most twice.
  @Test(
    "all requests with a refresh token within the leeway get the same successor", .covers("RFC 9700 §4.14"),
    arguments: [(2, 6), (3, 204)])
  func leeway(_ requests: Int, _ schedules: Int) async throws {
    let test = try TestServer(lifetimes: TokenLifetimes(refreshTokenLeeway: .seconds(10))).waitingForTurns()
    let count = try await Schedule.each(switches: 2) { schedule in
      let form = try await refreshment(test)
      let before = test.database.counts.tokens
      let answers = await schedule.answers(to: repeated(requests) { await test.post("/token", form) })
      let tokens = try answers.map(TokenAnswer.init)
      #expect(Set(tokens.map(\.access)).count == requests && Set(tokens.map(\.refresh)).count == 1, "\(schedule)")
      // An access token for each, and one refresh token.
      #expect(test.database.counts.tokens == before + requests + 1, "\(schedule)")
      let next = TestServer.refreshment(try #require(tokens.first?.refresh))
      #expect(await test.post("/token", next).status == 200, "\(schedule)")
    }
    #expect(count == schedules)
  }

  @Test(
    "a revoked refresh token leaves no token, whoever refreshes meanwhile", .covers("RFC 7009 §2.1, server"),
    arguments: [(1, 6), (2, 82)])
  func revocation(_ refreshes: Int, _ schedules: Int) async throws {
    let test = try TestServer().waitingForTurns()
    let count = try await Schedule.each { schedule in
      let form = try await refreshment(test)
      let token = try #require(form.value("refresh_token"))
      let revocation: Request = { await test.post("/revoke", TestServer.revocation(token)) }
      let requests = repeated(refreshes) { await test.post("/token", form) } + [revocation]
      let answers = await schedule.answers(to: requests)
      #expect(answers.last?.status == 200, "\(schedule)")
      #expect(answers.dropLast().count { $0.status == 200 } <= 1, "\(schedule)")
      #expect(answers.dropLast().allSatisfy { $0.status == 200 || $0.error == "invalid_grant" }, "\(schedule)")
      #expect(test.database.counts.tokens == 0, "\(schedule)")
    }
    #expect(count == schedules)
  }

  @Test(
    "one of several polls gets an approved device's tokens, which stay valid", .covers("RFC 8628 §3.4, server"),
    arguments: [(2, 6), (3, 66)])
  func device(_ requests: Int, _ schedules: Int) async throws {
    let test = try TestServer.forDevices().waitingForTurns()
    let count = try await Schedule.each { schedule in
      let codes = try await test.deviceCodes()
      #expect(await test.decide(codes).status == 200)
      let before = test.database.counts.tokens
      let answers = await schedule.answers(to: repeated(requests) { await test.poll(codes) })
      let tokens = try winner(answers, schedule, losers: "invalid_grant")
      #expect(await test.userInfo(tokens.access).status == 200, "\(schedule)")
      #expect(test.database.counts.tokens == before + 2, "\(schedule)")
    }
    #expect(count == schedules)
  }

  @Test("the first decision about a device counts, and a poll agrees with it", .covers("RFC 8628 §3.4, server"))
  func decision() async throws {
    let test = try TestServer.forDevices().waitingForTurns()
    let count = try await Schedule.each { schedule in
      let codes = try await test.deviceCodes()
      let userCode = try #require(UserCode(entered: codes.user)).hash
      func decide(_ decision: DeviceDecision) -> @Sendable () async -> String {
        {
          let isTaken = try? await test.faults.decideDeviceAuthorization(
            userCode: userCode, decision, at: test.clock.now, request: RequestKey(drawnFrom: SystemRandomSource()))
          return isTaken == true ? "taken" : "refused"
        }
      }
      let answers = await schedule.answers(to: [
        { @Sendable in await test.poll(codes).error ?? "tokens" },
        decide(.approve(TestServer.ada.user.subject, ApprovalDetails())), decide(.deny),
      ])
      let order = schedule.turns
      let isApproved = order.firstIndex(of: 1) ?? 0 < order.firstIndex(of: 2) ?? 0
      #expect(answers.dropFirst() == (isApproved ? ["taken", "refused"] : ["refused", "taken"]), "\(schedule)")
      let expected = order.first == 0 ? "authorization_pending" : isApproved ? "tokens" : "access_denied"
      #expect(answers.first == expected, "\(schedule)")
    }
    #expect(count == 7)
  }

  @Test(
    "one of several requests with one assertion gets a token",
    .covers("question: Are replayed JWT's detected"), arguments: [(2, 4), (3, 18)])
  func assertion(_ requests: Int, _ schedules: Int) async throws {
    let test = try TestServer.withServices().waitingForTurns()
    let count = try await Schedule.each { schedule in
      let assertion = try test.assertion()
      let before = test.database.counts.tokens
      let answers = await schedule.answers(
        to: repeated(requests) { await ClientAssertionTests.request(test, by: assertion) })
      _ = try winner(answers, schedule, call: 1, losers: "invalid_client")
      #expect(test.database.counts.tokens == before + 1, "\(schedule)")
    }
    #expect(count == schedules)
  }

  // The schedules find a fault that a race may miss: 12 of these 20 have the second request look
  // between the first one's look and its write.
  @Test func `a database that looks and spends in two steps redeems one code twice`() async throws {
    let test = try TestServer(database: TestedDatabase(TwoStepDatabase())).waitingForTurns()
    var twice = 0
    let count = try await Schedule.each { schedule in
      let form = TestServer.redemption(try await test.savedCode(for: "app"))
      let answers = await schedule.answers(to: repeated(2) { await test.post("/token", form) })
      if answers.allSatisfy({ $0.status == 200 }) { twice += 1 }
    }
    #expect(count == 20 && twice == 12)
  }

  private func repeated(_ count: Int, _ request: @escaping Request) -> [Request] {
    Array(repeating: request, count: count)
  }

  /// Makes a refresh token, and returns the request that uses it.
  private func refreshment(_ test: TestServer) async throws -> FormParameters {
    let tokens = try TokenAnswer(
      await test.post("/token", TestServer.redemption(try await test.savedCode(for: "app"))))
    return TestServer.refreshment(try #require(tokens.refresh))
  }

  /// Returns the tokens of the only request that got some, which is the first that made the call
  /// that decides.
  private func winner(
    _ answers: [HTTPAnswer], _ schedule: Schedule, call: Int = 2, losers error: String
  ) throws -> TokenAnswer {
    let number = try #require(schedule.first(toMakeCall: call))
    for (other, answer) in answers.enumerated() where other != number {
      #expect(answer.status != 200 && answer.error == error, "\(schedule)")
    }
    return try TokenAnswer(answers[number])
  }
}

/// A database with a fault: it looks whether a code was spent in one step, and spends it in another.
private final class TwoStepDatabase: ServerDatabaseWrapper {
  let base: any ServerDatabase = InMemoryServerDatabase()
  private let spent = Mutex<Set<SecretHash>>([])

  func redeemAuthorizationCode(
    _ hash: SecretHash, for tokens: [IssuedToken], at moment: Date, refusingUntil until: Date, request: RequestKey
  ) async throws -> AuthorizationCodeRedemption {
    guard !spent.withLock({ $0.contains(hash) }) else { return .refused }
    await Turns.wait()
    spent.withLock { _ = $0.insert(hash) }
    return try await base.save(tokens) ? .redeemed : .refused
  }
}
