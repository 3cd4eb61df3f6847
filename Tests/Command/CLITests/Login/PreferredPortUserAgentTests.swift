import OAuth
import OAuthCore
import OAuthUserAgent
import Synchronization
import Testing

@testable import PixyAuth

/// The port of a known client's redirect URI.
@Suite struct PreferredPortUserAgentTests {
  /// A listener that can't listen, or whose sign-in ends with an error.
  private struct PlayedListener: UserAgent {
    let port: Int
    let isBusy: Bool

    func authorize(
      _ attempt: @Sendable (RedirectURI) async throws -> AuthorizationAttempt
    ) async throws -> AuthorizationCode {
      if isBusy { throw UserAgentError.portBusy(port: port) }
      _ = try await attempt(RedirectURI("http://127.0.0.1:\(port)/callback"))
      throw CancellationError()
    }
  }

  /// Returns the redirect URIs of all attempts. Each attempt fails with an error.
  private func attempts(preferredIsBusy isBusy: Bool, failingWith error: any Error & Sendable) async -> [String] {
    let userAgent = PreferredPortUserAgent(
      preferred: PlayedListener(port: 49_152, isBusy: isBusy), other: PlayedListener(port: 49_153, isBusy: false))
    let seen = Mutex<[String]>([])
    do {
      _ = try await userAgent.authorize { redirectURI in
        seen.withLock { $0.append(redirectURI.text) }
        throw error
      }
      Issue.record("An attempt without an answer succeeded.")
    } catch {}
    return seen.withLock { $0 }
  }

  @Test func `Another port is used only if the preferred one is in use before the sign-in begins`() async {
    let failure = UserAgentError.cancelled
    #expect(await attempts(preferredIsBusy: false, failingWith: failure) == ["http://127.0.0.1:49152/callback"])
    #expect(await attempts(preferredIsBusy: true, failingWith: failure) == ["http://127.0.0.1:49153/callback"])
    // An attempt's own error isn't the listener's.
    let busy = UserAgentError.portBusy(port: 1)
    #expect(await attempts(preferredIsBusy: false, failingWith: busy) == ["http://127.0.0.1:49152/callback"])
  }
}
