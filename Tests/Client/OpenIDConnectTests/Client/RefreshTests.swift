import Evidence
import JOSE
import OAuth
import OAuthCore
import OAuthTestSupport
import OpenIDConnect
import Testing

@Suite(.covers("OpenID Core §12")) struct RefreshTests {
  @Test(.covers("RP refresh: oidcc-client-test-refresh-token", "RP FAPI2: refresh-token-test"))
  func `A refresh returns new tokens and a verified ID token, twice in a row with the rotated token`()
    async throws
  {
    let issuer = try TestIssuer()
    let client = try issuer.client()
    let first = try await client.signIn(with: issuer)
    issuer.clock.advance(by: .seconds(3_600))
    issuer.change { $0.answerChanges = ["access_token": "at-2", "refresh_token": "rt-2"] }
    let second = try await client.refresh(first)
    #expect(second.tokens.accessToken == Secret("at-2") && second.idToken.issuedAt > first.idToken.issuedAt)
    issuer.change { $0.answerChanges = ["access_token": "at-3"] }
    let third = try await client.refresh(second)
    #expect(third.tokens.accessToken == Secret("at-3"))
    let sent = issuer.bodies.compactMap { $0.all("refresh_token").first }
    #expect(sent == ["rt-1", "rt-2"])
    _ = try await client.userInfo(third)
    #expect(issuer.lastAuthorization == "Bearer at-3")
  }

  @Test func `Without a new ID token the old one stays`() async throws {
    let issuer = try TestIssuer()
    let client = try issuer.client()
    let first = try await client.signIn(with: issuer)
    issuer.change { $0.hasIDToken = false }
    #expect(try await client.refresh(first).idToken == first.idToken)
    issuer.change { $0.answerChanges = ["id_token": .null] }
    #expect(try await client.refresh(first).idToken == first.idToken)
    for value in ["", 7, false, ["e30"]] as [JSONValue] {
      issuer.change { $0.answerChanges = ["id_token": value] }
      #expect(try await client.refresh(first).idToken == first.idToken)
    }
    issuer.change { $0.answerChanges = ["id_token": "garbage"] }
    await #expect(throws: IDTokenError.notVerified(.notCompact)) { try await client.refresh(first) }
  }

  @Test(
    .covers(
      "RP refresh: oidcc-client-test-refresh-token-invalid-issuer",
      "RP refresh: oidcc-client-test-refresh-token-invalid-sub"))
  func `A refresh with a token of another user or issuer fails`() async throws {
    let issuer = try TestIssuer()
    let client = try issuer.client()
    let first = try await client.signIn(with: issuer)
    issuer.change { $0.changes = ["sub": "another"] }
    await #expect(throws: IDTokenError.changedByRefresh("sub")) { try await client.refresh(first) }
    issuer.change { $0.changes = ["iss": "https://evil.example"] }
    await #expect(throws: IDTokenError.claims(.wrongIssuer(UntrustedText("https://evil.example")))) {
      try await client.refresh(first)
    }
  }

  // A locked store must not lose the new refresh token.
  @Test func `Tokens can be stored before their ID token is verified`() async throws {
    let issuer = try TestIssuer()
    let client = try issuer.client()
    let first = try await client.signIn(with: issuer)
    issuer.change { $0.answerChanges = ["refresh_token": "rt-2"] }
    let tokens = try await client.client.refresh(try #require(first.tokens.refreshToken))
    #expect(tokens.refreshToken == Secret("rt-2"))
    #expect(try await client.verify(tokens, continuing: first.idToken).tokens == tokens)
  }

  @Test func `Without a refresh token there is no refresh`() async throws {
    let issuer = try TestIssuer()
    issuer.change { $0.answerChanges = ["refresh_token": nil] }
    let client = try issuer.client()
    let signedIn = try await client.signIn(with: issuer)
    await #expect(throws: OpenIDError.noRefreshToken) { try await client.refresh(signedIn) }
  }
}
