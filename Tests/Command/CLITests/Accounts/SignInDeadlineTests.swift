import Evidence
import Foundation
import OAuthCore
import PKCE
import Testing
import TokenStorage

@testable import PixyAccounts
@testable import PixyAuth
@testable import PixyConnection
@testable import PixyTerminal
@testable import PixyTokens

/// `pixy status` and `pixy whoami` say days before when the user has to sign in again.
@Suite(.timeLimit(.minutes(60)), .covers("Refresh Token Expiration §6")) struct SignInDeadlineTests {
  private static let day: TimeInterval = 86_400
  private static let now = Date(timeIntervalSince1970: 1_800_000_000)

  /// An account whose access token lasts an hour from `now` on.
  private static func account(
    refreshTokenEnds: TimeInterval? = nil, authorizationEnds: TimeInterval? = nil, idToken: String? = nil,
    grant: AccountRecord.Grant = .code, receivedAt: Date = now
  ) throws -> StoredAccount {
    var server = ServerChoice()
    server.issuer = "https://a.example"
    let record = AccountRecord(
      server: server, client: ClientChoice(id: "app"), grant: grant, scope: try Scope(["notes"]))
    var members: [String: JSONValue] = [AccountRecord.member: record.json]
    members["id_token"] = idToken.map { .string($0) }
    return StoredAccount(
      account: try Account(provider: "https://a.example app", name: "ada"), record: record,
      tokens: StoredTokens(
        // Client credentials have no refresh token (RFC 6749 §4.4.3).
        accessToken: Secret("at"), refreshToken: grant == .clientCredentials ? nil : Secret("rt"),
        receivedAt: receivedAt, expiresIn: .seconds(3_600),
        additionalMembers: members, refreshTokenExpiresAt: refreshTokenEnds.map(receivedAt.addingTimeInterval),
        authorizationExpiresAt: authorizationEnds.map(receivedAt.addingTimeInterval)))
  }

  private static func idToken(sessionExpiry: JSONValue) -> String {
    let claims: JSONValue = [
      "iss": "https://a.example", "sub": "1", "aud": "app", "iat": 1_800_000_000, "exp": 1_800_003_600,
      "session_expiry": sessionExpiry,
    ]
    return [#"{"alg":"RS256"}"#, String(decoding: claims.bytes(), as: UTF8.self), "signature"]
      .map { Base64URL.encode(Array($0.utf8)) }.joined(separator: ".")
  }

  private static func report(_ account: StoredAccount, now: Date = now) -> StatusReport {
    StatusReport(accounts: [account], current: account.account, location: nil, now: now, problem: nil)
  }

  private static func line(_ account: StoredAccount, now: Date = now) -> String {
    report(account, now: now).lines(.plain).last ?? ""
  }

  @Test func `status says when the authorization ends`() throws {
    let line = Self.line(try Self.account(refreshTokenEnds: 20 * Self.day, authorizationEnds: 12 * Self.day))
    #expect(line.contains("valid for 1 hour, then it is refreshed; sign in again in 12 days; scope notes;"), "\(line)")
  }

  @Test func `status says when the refresh token expires, which a refresh may change`() throws {
    let line = Self.line(try Self.account(refreshTokenEnds: 6 * Self.day, authorizationEnds: 30 * Self.day))
    #expect(line.contains("; sign in again in 6 days unless a refresh extends that; scope"), "\(line)")
  }

  @Test func `status leaves out the end of a refresh token until its last week`() throws {
    #expect(!Self.line(try Self.account(refreshTokenEnds: 7 * Self.day)).contains("sign in again"))
  }

  @Test func `status says nothing about a server that told no end`() throws {
    #expect(!Self.line(try Self.account()).contains("sign in again"))
  }

  // Keycloak's refresh tokens may end before its access tokens.
  @Test func `A refresh token that ends before the access token doesn't refresh it`() throws {
    let account = try Self.account(refreshTokenEnds: 1_800)
    #expect(Self.line(account).contains("valid for 1 hour, then you sign in again;"))
    let later = Self.now.addingTimeInterval(3_600)
    #expect(account.state(at: later) == .ended && !Self.report(account, now: later).isUsable)
    #expect(Self.line(account, now: later).contains("; expired. Sign in: pixy login https://a.example "))
  }

  @Test func `A client's own tokens need no sign-in`() throws {
    let account = try Self.account(authorizationEnds: 60, grant: .clientCredentials)
    #expect(Self.line(account).contains("then a new one is requested; scope"))
    #expect(account.state(at: Self.now.addingTimeInterval(3_600)) == .renewable)
  }

  @Test(arguments: [(6.9, true), (7.1, false)])
  func `An end within a week is marked`(_ days: Double, _ isMarked: Bool) throws {
    let account = try Self.account(authorizationEnds: days * Self.day)
    #expect(account.endsSoon(at: Self.now) == isMarked)
    let style = TextStyle([:], isTerminal: true)
    let marked = style.mark(account.signInClauses(at: Self.now)[0], .doubtful)
    #expect(Self.report(account).lines(style)[1].contains(marked) == isMarked)
  }

  @Test(.covers("Enterprise Extensions §2.1"))
  func `status says when the session at the identity provider ends`() throws {
    let end = Self.now.addingTimeInterval(5 * 3_600)
    let account = try Self.account(idToken: Self.idToken(sessionExpiry: .integer(1_800_018_000)))
    #expect(Self.line(account).contains(/; the identity provider's session ends (today|tomorrow) at [0-9:]{5}; scope/))
    #expect(Self.line(account, now: end).contains("the identity provider's session has ended"))
    let members = try #require(Self.report(account).members["accounts"]?.array?.first?.object)
    #expect(members["session_expires_at"] == "2027-01-15T13:00:00Z" && members["sign_in_deadline"] == nil)
    let odd = try Self.account(idToken: Self.idToken(sessionExpiry: "tomorrow"))
    #expect(!Self.line(odd).contains("identity provider"))
  }

  @Test func `The JSON of status has each time`() throws {
    let account = try Self.account(refreshTokenEnds: 7 * Self.day, authorizationEnds: 30 * Self.day)
    let members = try #require(Self.report(account).members["accounts"]?.array?.first?.object)
    #expect(members["refresh_token_expires_at"] == "2027-01-22T08:00:00Z")
    #expect(members["authorization_expires_at"] == "2027-02-14T08:00:00Z")
    #expect(members["sign_in_deadline"] == members["refresh_token_expires_at"])
  }

  @Test func `The commands read the times from the store`() async throws {
    try await Home.with { home in
      let account = try Self.account(authorizationEnds: 3 * Self.day + 60, receivedAt: Date())
      try await home.store().save(account.tokens, for: account.account)
      let status = try await home.pixy(["status"])
      #expect(status.output.contains("; sign in again in 3 days"), "\(status)")
      let identity = try await home.pixy(["whoami", "--offline"])
      #expect(identity.status == 0 && identity.errors.contains("Sign in again in 3 days"), "\(identity)")
      let json = try await home.pixy(["whoami", "--offline", "--json"])
      #expect(json.output.contains(#""sign_in_deadline":"20"#), "\(json)")
    }
  }
}
