#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Evidence
import OAuth
import OAuthCore
import OAuthTestSupport
import Testing

/// A sealed attempt can be copied. All copies together accept one answer.
@Suite(.covers("RFC 6749 §4.1.2")) struct SealedOnceTests {
  private let app = SealingFixture()

  private func error(_ restored: RestoredAttempt, _ callback: AuthorizationCallback) async -> (any Error)? {
    do {
      _ = try await restored.receive(callback)
      return nil
    } catch {
      return error
    }
  }

  @Test(.covers("attack: a copied cookie")) func `A copied attempt isn't completed twice`() async throws {
    let attempt = try app.attempt()
    let cookie = try attempt.sealed(by: app.sealer())
    let callback = try SealingFixture.callback(attempt)
    let first = try await app.client().restoreAttempt(cookie, from: app.sealer())
    let second = try await app.client().restoreAttempt(cookie, from: app.sealer())
    #expect(await error(first, callback) == nil)
    #expect(await error(first, callback) as? CallbackError == .alreadyCompleted)
    #expect(await error(second, callback) as? CallbackError == .alreadyCompleted)
    // Another code doesn't help, and neither does restoring the attempt once more.
    let third = try await app.client().restoreAttempt(cookie, from: app.sealer())
    #expect(
      await error(third, try SealingFixture.callback(attempt, code: "c-2")) as? CallbackError == .alreadyCompleted)
  }

  @Test func `Two texts of one attempt accept one answer`() async throws {
    let attempt = try app.attempt()
    let sealer = app.sealer()
    let cookies = [try attempt.sealed(by: sealer), try attempt.sealed(by: sealer)]
    #expect(cookies[0] != cookies[1])
    var accepted = 0
    for cookie in cookies {
      let restored = try await app.client().restoreAttempt(cookie, from: sealer)
      if try await error(restored, SealingFixture.callback(attempt)) == nil { accepted += 1 }
    }
    #expect(accepted == 1)
  }

  @Test(.covers("attack: a copied cookie"), arguments: 0..<20)
  func `Exactly one of a hundred tasks in two processes completes an attempt`(_ round: Int) async throws {
    let attempt = try app.attempt(app.client(seed: UInt64(round)))
    let cookie = try attempt.sealed(by: app.sealer())
    let callback = try SealingFixture.callback(attempt)
    // Each process has a client and a sealer of its own. They share only the record.
    let processes = [
      (try app.client(seed: 50), app.sealer(seed: 60)), (try app.client(seed: 51), app.sealer(seed: 61)),
    ]
    let errors = await withTaskGroup(of: (any Error)?.self) { group in
      for number in 0..<100 {
        group.addTask {
          let (client, sealer) = processes[number % 2]
          do {
            _ = try await client.restoreAttempt(cookie, from: sealer).receive(callback)
            return nil
          } catch {
            return error
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(errors.count { $0 == nil } == 1)
    #expect(errors.count { $0 as? CallbackError == .alreadyCompleted } == 99)
  }

  // Otherwise a third party could end a user's sign-in (RFC 6749 §10.12).
  @Test(.covers("attack: a forged callback with a real cookie")) func `A forged answer doesn't end a sealed attempt`()
    async throws
  {
    let attempt = try app.attempt()
    let restored = try await app.client().restoreAttempt(attempt.sealed(by: app.sealer()), from: app.sealer())
    let state = ("state", attempt.state.reveal())
    let forged: [(AuthorizationCallback, CallbackError)] = [
      (try Fixture.callback(attempt, ("code", "x"), ("state", "forged")), .foreignState),
      (try Fixture.callback(attempt, ("error", "access_denied"), ("state", "forged")), .foreignState),
      (try Fixture.callback(attempt, ("code", "x")), .missingState),
      (try Fixture.callback(attempt, ("code", "x"), ("code", "y"), state), .repeatedParameter("code")),
      (
        try AuthorizationCallback(url: "https://evil.example/callback?code=x&state=\(attempt.state.reveal())"),
        .anotherRedirectURI
      ),
    ]
    for (callback, expected) in forged {
      #expect(await error(restored, callback) as? CallbackError == expected)
    }
    #expect(app.record.count == 0)
    #expect(try await error(restored, SealingFixture.callback(attempt)) == nil)
  }

  @Test func `A refusal ends a sealed attempt`() async throws {
    let attempt = try app.attempt()
    let restored = try await app.client().restoreAttempt(attempt.sealed(by: app.sealer()), from: app.sealer())
    let refusal = try Fixture.callback(attempt, ("error", "access_denied"), ("state", attempt.state.reveal()))
    #expect(await error(restored, refusal) as? CallbackError == .refused(ErrorResponse(.accessDenied)))
    #expect(try await error(restored, SealingFixture.callback(attempt)) as? CallbackError == .alreadyCompleted)
  }

  // RFC 9207 §2.4.
  @Test func `An answer of another issuer ends a sealed attempt`() async throws {
    let attempt = try app.attempt()
    let restored = try await app.client().restoreAttempt(attempt.sealed(by: app.sealer()), from: app.sealer())
    let mixedUp = try Fixture.callback(
      attempt, ("code", "x"), ("state", attempt.state.reveal()), ("iss", "https://evil.example"))
    #expect(await error(restored, mixedUp) as? CallbackError == .wrongIssuer)
    #expect(try await error(restored, SealingFixture.callback(attempt)) as? CallbackError == .alreadyCompleted)
  }

  @Test func `The attempt itself rejects the answer once it was sealed`() async throws {
    let attempt = try app.attempt()
    let cookie = try attempt.sealed(by: app.sealer())
    let callback = try SealingFixture.callback(attempt)
    let error = #expect(throws: CallbackError.sealed) { _ = try attempt.receive(callback) }
    #expect(error?.leavesWaiting == false)
    #expect(throws: CallbackError.foreignState) {
      _ = try attempt.receive(Fixture.callback(attempt, ("code", "x"), ("state", "forged")))
    }
    #expect(!attempt.isCompleted)
    let restored = try await app.client().restoreAttempt(cookie, from: app.sealer())
    #expect(await self.error(restored, callback) == nil)
    #expect(throws: CallbackError.sealed) { _ = try attempt.receive(callback) }
  }

  @Test func `A completed attempt can't be sealed`() throws {
    let attempt = try app.attempt()
    _ = try attempt.receive(SealingFixture.callback(attempt))
    #expect(throws: SealingError.alreadyCompleted) { try attempt.sealed(by: app.sealer()) }
    #expect(attempt.isCompleted)
  }

  @Test(arguments: 0..<50)
  func `An attempt that is sealed while its answer comes is completed once`(_ round: Int) async throws {
    let attempt = try app.attempt(app.client(seed: UInt64(round)))
    let callback = try SealingFixture.callback(attempt)
    async let direct = Task { (try? attempt.receive(callback)) != nil }.value
    async let cookie = Task { try? attempt.sealed(by: app.sealer()) }.value
    let (isCompleted, text) = await (direct, cookie)
    #expect(isCompleted == (text == nil))
    if let text {
      let restored = try await app.client().restoreAttempt(text, from: app.sealer())
      #expect(await error(restored, callback) == nil)
    }
  }

  @Test func `The record lasts longer than the attempt, because clocks differ`() async throws {
    // The record's clock is 29 s ahead of this process's clock.
    let ahead = ManualClock(app.clock.now.addingTimeInterval(29))
    let sealer = AttemptSealer(
      app.key, used: InMemoryUsedTokenIDs(clock: ahead.wallClock), lifetime: .seconds(60))
    let attempt = try app.attempt()
    let cookie = try attempt.sealed(by: sealer)
    app.clock.advance(by: .seconds(59))
    ahead.advance(by: .seconds(59))
    let callback = try SealingFixture.callback(attempt)
    let first = try await app.client().restoreAttempt(cookie, from: sealer)
    #expect(await error(first, callback) == nil)
    ahead.advance(by: .seconds(1))
    let again = try await app.client().restoreAttempt(cookie, from: sealer)
    #expect(await error(again, callback) as? CallbackError == .alreadyCompleted)
  }

  private struct BrokenRecord: UsedTokenIDs {
    struct Failure: Error {}

    func useOnce(_ id: UsedTokenID, until: Date) async throws -> Bool { throw Failure() }
  }

  @Test func `No answer is accepted while the record fails`() async throws {
    let attempt = try app.attempt()
    let cookie = try attempt.sealed(by: app.sealer())
    let broken = AttemptSealer(app.key, used: BrokenRecord())
    let restored = try await app.client().restoreAttempt(cookie, from: broken)
    #expect(try await error(restored, SealingFixture.callback(attempt)) is BrokenRecord.Failure)
    // The failure spent nothing.
    let again = try await app.client().restoreAttempt(cookie, from: app.sealer())
    #expect(try await error(again, SealingFixture.callback(attempt)) == nil)
  }

  @Test func `Sign-ins of two clients have two names in the record`() async throws {
    // The same state in both, which only a broken random source gives.
    let one = try app.attempt(app.client(id: "one", seed: 4))
    let two = try app.attempt(app.client(id: "two", seed: 4))
    try #require(one.state == two.state)
    for (id, attempt) in [("one", one), ("two", two)] {
      let restored = try await app.client(id: id).restoreAttempt(attempt.sealed(by: app.sealer()), from: app.sealer())
      #expect(try await error(restored, SealingFixture.callback(attempt)) == nil)
    }
  }
}
