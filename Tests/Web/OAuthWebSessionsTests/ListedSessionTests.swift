import OAuth
import OAuthCore
import OAuthProviders
import OAuthTestSupport
import PKCE
import Testing
@testable import OAuthWebSessions

@Suite("The sessions in a user's list") struct ListedSessionTests {
  private let clock = ManualClock()

  private func user(_ subject: String, at issuer: String = "https://login.example", account: String?) -> SessionUser {
    SessionUser(
      provider: "login", issuer: issuer, profile: Profile(id: subject), claims: [:], scope: nil, signedInAt: clock.now,
      providerSession: nil, account: account)
  }

  @Test func `have the same account, or without accounts the same user at the same provider`() async throws {
    let address = try Endpoint("https://app.example.com")
    let sessions = BrowserSessions(
      origin: address.origin, cookie: BrowserCookie("session", in: CookieNames(address)),
      keys: SealingKeys(.generate(), older: []), storage: .store(MemorySessionStore(clock: clock.wallClock)),
      lifetimes: SessionLifetimes(), clock: clock.wallClock, random: SystemRandomSource())
    var begun: [BrowserSession] = []
    for user in [
      user("1", account: "ada"), user("2", at: "https://other.example", account: "ada"), user("1", account: "bob"),
      user("1", account: nil), user("1", account: nil), user("1", at: "https://other.example", account: nil),
      user("2", account: nil),
    ] {
      begun.append(try await sessions.begin(user, tokens: nil, idToken: nil))
    }
    for group in [[0, 1], [2], [3, 4], [5], [6]] {
      let names = Set(try await sessions.all(like: begun[group[0]]).map(\.name))
      #expect(names == Set(group.map { begun[$0].name }))
    }
  }
}
