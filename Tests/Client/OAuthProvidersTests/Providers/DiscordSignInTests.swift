import Evidence
import OAuth
import OAuthCore
import OAuthTestSupport
import Testing

@testable import OAuthProviders

/// Discord announces `iss` in every callback (RFC 9207 §2.4).
@Suite struct DiscordSignInTests {
  private func callback(_ issuer: String?) async throws -> Result<Void, CallbackError> {
    let known = try #require(KnownProvider.all.first { $0.provider.id == "discord" })
    let attempt = try await known.client(PlayedProvider(known)).begin(redirectURI: RedirectURI(known.redirectURI))
    var answer: FormParameters = ["code": "c-1", "state": attempt.state.reveal()]
    answer.append("iss", ifPresent: issuer)
    do throws(CallbackError) {
      _ = try attempt.receive(AuthorizationCallback(url: attempt.redirectURI.adding(answer)))
      return .success(())
    } catch {
      return .failure(error)
    }
  }

  @Test(.covers("Discord: iss is promised")) func `A callback without iss, or with another server's, is rejected`()
    async throws
  {
    await #expect(throws: Never.self) { try await callback("https://discord.com").get() }
    await #expect(throws: CallbackError.missingIssuer) { try await callback(nil).get() }
    for issuer in ["https://discord.com/", "https://discordapp.com", "http://discord.com", "discord.com"] {
      await #expect(throws: CallbackError.wrongIssuer) { try await callback(issuer).get() }
    }
  }
}
