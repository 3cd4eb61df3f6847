import Evidence
import Foundation
import OAuth
import OAuthCore
import OAuthSessions
import OAuthTestSupport
import Testing
import TokenStorage

/// The ends of the refresh token and of the user's authorization, from the answer to the store.
@Suite(.covers("Refresh Token Expiration §6")) struct RefreshTokenEndTests {
  private static let week: Int64 = 7 * 86_400

  private func read(_ members: [String: JSONValue]) async throws -> TokenResponse {
    let request = try await Fixture.refreshRequest(Fixture.client(), "rt-secret-1")
    return try TokenResponse(Fixture.tokens(members), to: request, receivedAt: ManualClock().now)
  }

  // §6.4, the example's first answer.
  @Test func `The draft's two members are read`() async throws {
    let tokens = try await read(["refresh_token_timeout": 604_800, "authorization_expires_in": 864_000])
    #expect(tokens.refreshTokenExpiresAt == tokens.receivedAt.addingTimeInterval(604_800))
    #expect(tokens.authorizationExpiresAt == tokens.receivedAt.addingTimeInterval(864_000))
  }

  @Test(
    .covers("GitHub: numbers may be texts", "GitHub, Google, LinkedIn, Keycloak: the lifetime of a refresh token"),
    arguments: [
      ["refresh_token_expires_in": 15_811_200], ["refresh_token_expires_in": "15811200"],
      ["refresh_expires_in": 15_811_200], ["refresh_token_timeout": 15_811_200, "refresh_expires_in": 1],
      ["refresh_token_timeout": "soon", "refresh_expires_in": 15_811_200],
    ] as [[String: JSONValue]])
  func `The names that servers used before the draft are read too`(_ members: [String: JSONValue]) async throws {
    let tokens = try await read(members)
    #expect(tokens.refreshTokenExpiresAt == tokens.receivedAt.addingTimeInterval(15_811_200))
    #expect(tokens.authorizationExpiresAt == nil)
  }

  // Keycloak sends 0 for offline tokens, which have no end.
  @Test(arguments: [0, -1, "", "soon", .null, true, [1], ["a": 1], .number(.infinity)] as [JSONValue])
  func `A member that can't be used counts as absent, and costs no tokens`(_ value: JSONValue) async throws {
    let tokens = try await read([
      "refresh_token_timeout": value, "refresh_token_expires_in": value, "refresh_expires_in": value,
      "authorization_expires_in": value,
    ])
    #expect(tokens.refreshTokenExpiresAt == nil && tokens.authorizationExpiresAt == nil)
  }

  // §6.1.2: a large value is no sign for an indefinite lifetime.
  @Test func `Large values are taken literally`() async throws {
    let tokens = try await read(["authorization_expires_in": 315_569_520])
    #expect(tokens.authorizationExpiresAt == tokens.receivedAt.addingTimeInterval(315_569_520))
  }

  /// Stores the first answer, refreshes once, and returns the tokens before and after.
  private func refreshed(
    _ first: [String: JSONValue], by second: [String: JSONValue]
  ) async throws -> (before: StoredTokens, after: StoredTokens) {
    let clock = ManualClock()
    let transport = ScriptedTransport(Fixture.tokens(second.merging(["access_token": "at-2"]) { $1 }))
    let store = MemoryTokenStore()
    let account = try Account(provider: "p", name: "n")
    let session = TokenSession(
      account: account, client: try Fixture.client(transport, clock: clock), store: store,
      monotonic: clock.monotonicClock)
    try await session.save(try await read(first.merging(["expires_in": 3_600]) { $1 }))
    let before = try #require(store.tokens(for: account))
    clock.advance(by: .seconds(3_600))
    #expect(try await session.accessToken() == Secret("at-2"))
    return (before, try #require(store.tokens(for: account)))
  }

  @Test func `An answer without a new refresh token leaves the ends at their times`() async throws {
    let (before, after) = try await refreshed(
      ["refresh_token": "rt-1", "refresh_token_timeout": .integer(Self.week), "authorization_expires_in": 864_000],
      by: [:])
    #expect(before.refreshTokenExpiresAt == before.receivedAt.addingTimeInterval(604_800))
    #expect(after.receivedAt > before.receivedAt)
    #expect(after.refreshTokenExpiresAt == before.refreshTokenExpiresAt)
    #expect(after.authorizationExpiresAt == before.authorizationExpiresAt)
  }

  // The server may have updated the refresh token in place.
  @Test func `An answer without a new refresh token may move the ends`() async throws {
    let (before, after) = try await refreshed(
      ["refresh_token": "rt-1", "refresh_token_timeout": 604_800, "authorization_expires_in": 864_000],
      by: ["refresh_token_timeout": 604_800, "authorization_expires_in": 860_400])
    #expect(after.refreshTokenExpiresAt == after.receivedAt.addingTimeInterval(604_800))
    #expect(after.authorizationExpiresAt == before.authorizationExpiresAt)
  }

  @Test func `A new refresh token whose answer says no end has none`() async throws {
    let (_, after) = try await refreshed(
      ["refresh_token": "rt-1", "refresh_token_timeout": 604_800, "authorization_expires_in": 864_000],
      by: ["refresh_token": "rt-2"])
    #expect(after.refreshTokenExpiresAt == nil && after.authorizationExpiresAt == nil && after.signInDeadline == nil)
  }

  @Test func `The user has to sign in again at the earlier of both ends`() async throws {
    let now = ManualClock().now
    var tokens = StoredTokens(
      accessToken: Secret("at"), refreshToken: Secret("rt"), receivedAt: now,
      refreshTokenExpiresAt: now.addingTimeInterval(60), authorizationExpiresAt: now.addingTimeInterval(120))
    #expect(tokens.signInDeadline == now.addingTimeInterval(60))
    tokens.authorizationExpiresAt = now.addingTimeInterval(30)
    #expect(tokens.signInDeadline == now.addingTimeInterval(30))
    tokens.authorizationExpiresAt = nil
    tokens.refreshToken = nil
    #expect(tokens.signInDeadline == nil)
  }
}
