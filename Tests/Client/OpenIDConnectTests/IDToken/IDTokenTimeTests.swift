import Evidence
import JOSE
import OAuthCore
import OpenIDConnect
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite(.covers("RFC 7519 §4.1", "OpenID Core §2")) struct IDTokenTimeTests {
  @Test(.covers("RP FAPI2: test-expired-exp")) func `An expired token is rejected with the seconds since its expiry`() {
    #expect(Fixture.failure(Fixture.claims(), now: Fixture.now + 629.5) == nil)
    #expect(Fixture.failure(Fixture.claims(), now: Fixture.now + 630) == .claims(.expired(secondsAgo: 30)))
    #expect(Fixture.failure(Fixture.claims(), now: Fixture.now + 4_200.2) == .claims(.expired(secondsAgo: 3_601)))
  }

  // Clients often have a fixed clock tolerance in code.
  @Test func `The tolerance is the caller's, and no longer than ten minutes`() throws {
    var policy = try Fixture.policy()
    policy.clockTolerance = ClockTolerance(.zero)
    #expect(
      Fixture.failure(Fixture.claims(), policy: policy, now: Fixture.now + 600) == .claims(.expired(secondsAgo: 0)))
    #expect(Fixture.failure(Fixture.claims(), policy: policy, now: Fixture.now + 599) == nil)
    policy.clockTolerance = ClockTolerance(.seconds(86_400))
    #expect(policy.clockTolerance.duration == .seconds(600))
    #expect(Fixture.failure(Fixture.claims(), policy: policy, now: Fixture.now + 1_199) == nil)
    #expect(
      Fixture.failure(Fixture.claims(), policy: policy, now: Fixture.now + 1_200) == .claims(.expired(secondsAgo: 600)))
    #expect(ClockTolerance(.seconds(-5)).duration == .zero)
  }

  @Test func `A token from the future is rejected with the difference between the clocks`() throws {
    let now = Fixture.now - 91
    #expect(Fixture.failure(Fixture.claims(), now: now) == .claims(.issuedInFuture(secondsAhead: 91)))
    #expect(Fixture.failure(Fixture.claims(), now: Fixture.now - 30) == nil)
    #expect(
      Fixture.failure(Fixture.claims(["nbf": 1_800_000_031])) == .claims(.notYetValid(secondsAhead: 31)))
    let error = try #require(Fixture.failure(Fixture.claims(), now: now))
    #expect(error.explanation.contains("1 minute 31 seconds in the future by this machine's clock"))
    #expect(error.remedy.contains("clock"))
  }

  @Test func `max_age requires an auth_time that is recent enough`() {
    var expectations = IDTokenExpectations(nonce: Fixture.nonce, maximumAge: .seconds(60))
    func failure(_ time: JSONValue?) -> IDTokenError? {
      Fixture.failure(Fixture.claims(["auth_time": time]), expecting: expectations)
    }
    #expect(failure(nil) == .unknownAuthenticationTime)
    #expect(failure(1_799_999_940) == nil)
    #expect(failure(1_799_999_910) == nil)
    #expect(failure(1_799_999_909) == .authenticationTooOld(seconds: 91, maximum: 60))
    // Some servers, such as glewlwyd, send 0 for an unknown time.
    #expect(failure(0) == .unknownAuthenticationTime)
    #expect(failure(1_800_000_031) == .authenticatedInFuture(secondsAhead: 31))
    expectations.maximumAge = .zero
    #expect(failure(1_800_000_000) == nil)
    #expect(failure(1_799_999_900) == .authenticationTooOld(seconds: 100, maximum: 0))
    expectations.maximumAge = nil
    #expect(failure(0) == nil)
  }
}
