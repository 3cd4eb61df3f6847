import Evidence
import HTTPTypes
import OAuth
import OAuthCore
import OAuthSessions
import OAuthTestSupport
import Testing
import TokenStorage

@testable import OAuthProviders

/// Slack's answers, converted into the form of the specifications.
@Suite struct SlackTransportTests {
  private static let slack = KnownProvider.all.first { $0.provider.id == "slack" }

  private func answer(_ answer: HTTPAnswer) async throws -> HTTPAnswer {
    let request = try Endpoint("https://slack.com/api/oauth.v2.access").request(.post)
    return try await SlackTransport(ScriptedTransport(answer)).send(request, body: [], limits: HTTPLimits())
  }

  private static let person: JSONValue = [
    "id": "U1815", "scope": "users.profile:read,search:read", "access_token": "xoxp-1", "token_type": "user",
    "refresh_token": "xoxe-1-1", "expires_in": 43_200,
  ]

  @Test(.covers("Slack: nested tokens")) func `The user's token is taken from authed_user`() async throws {
    let played = PlayedProvider(try #require(Self.slack))
    played.answer("/api/oauth.v2.access", with: .json(["ok": true, "app_id": "A1", "authed_user": Self.person]))
    let client = try #require(Self.slack).client(played)
    let tokens = try await client.signIn(with: played).tokens
    #expect(tokens.accessToken == Secret("xoxp-1") && tokens.refreshToken == Secret("xoxe-1-1"))
    #expect(tokens.expiresIn == .seconds(43_200))
    #expect(tokens.scope == (try Scope(["users.profile:read", "search:read"])))
    // The remaining members, which are passed on unchanged, contain no secret.
    #expect(tokens.additionalMembers["authed_user"] == ["id": "U1815"])
  }

  @Test(.covers("Slack: nested tokens"))
  func `A bot's token beside the user's is ignored, with its scope and lifetime`() async throws {
    var members: [String: JSONValue] = [
      "ok": true, "access_token": "xoxb-1", "token_type": "bot", "scope": "chat:write", "bot_user_id": "B1",
      "refresh_token": "xoxe-1-bot", "expires_in": 1,
    ]
    members["authed_user"] = ["id": "U1815", "access_token": "xoxp-1", "token_type": "user"]
    let lifted = try #require(JSONValue(bytes: try await answer(.json(members)).body).object)
    #expect(lifted["access_token"] == "xoxp-1" && lifted["token_type"] == "bearer")
    for name in ["refresh_token", "expires_in", "scope"] { #expect(lifted[name] == nil) }
    #expect(!String(decoding: try await answer(.json(members)).body, as: UTF8.self).contains("xoxb-1"))
  }

  @Test(.covers("Slack: token types user and bot")) func `A bot's token without a user's token is rejected`()
    async throws
  {
    let played = PlayedProvider(try #require(Self.slack))
    played.answer(
      "/api/oauth.v2.access",
      with: .json(["ok": true, "access_token": "xoxb-1", "token_type": "bot", "authed_user": ["id": "U1815"]]))
    let client = try #require(Self.slack).client(played)
    await #expect(throws: EndpointError(.token, .unknownTokenType(UntrustedText("bot")))) {
      try await client.signIn(with: played)
    }
  }

  @Test(.covers("Slack: token types user and bot"))
  func `The answer to a refresh has the user's token at the top level, and it is stored`() async throws {
    let played = PlayedProvider(try #require(Self.slack))
    played.answer(
      "/api/oauth.v2.access",
      with: .json([
        "ok": true, "access_token": "xoxe.xoxp-2", "token_type": "user", "refresh_token": "xoxe-1-2",
        "expires_in": 43_200,
      ]))
    let session = try await played.session(try #require(Self.slack).client(played))
    played.clock.advance(by: .seconds(3_601))
    #expect(try await session.accessToken() == Secret("xoxe.xoxp-2"))
    #expect(try await session.store.tokens(for: session.account)?.refreshToken == Secret("xoxe-1-2"))
  }

  @Test(
    .covers("Slack: errors have status 200"),
    arguments: ["invalid_auth", "not_authed", "token_expired", "token_revoked", "account_inactive"])
  func `An error about the token becomes a 401`(_ error: String) async throws {
    #expect(try await answer(.json(["ok": false, "error": .string(error)])).response.status == .unauthorized)
  }

  @Test(
    arguments: [["ok": false], ["ok": false, "error": "invalid_code"], ["ok": false, "error": 1]] as [JSONValue])
  func `Any other error becomes a 400, whatever else the answer contains`(_ members: JSONValue) async throws {
    var members = members.object ?? [:]
    members["authed_user"] = Self.person
    #expect(try await answer(.json(members)).response.status == .badRequest)
  }

  @Test(
    .covers("Slack: errors have status 200"),
    arguments: ["invalid_code", "bad_client_secret", "invalid_client_id", "bad_redirect_uri"])
  func `A rejected code is an error with Slack's error code`(_ word: String) async throws {
    let played = PlayedProvider(try #require(Self.slack))
    played.answer("/api/oauth.v2.access", with: .json(["ok": false, "error": .string(word)]))
    let client = try #require(Self.slack).client(played)
    await #expect(throws: EndpointError(.token, .refused(ErrorResponse(ErrorCode(word)), status: 400))) {
      try await client.signIn(with: played)
    }
  }

  @Test(
    arguments: [
      HTTPAnswer.text("<html>"), .text("[]"), .text(""), .text("null"), .json([:]), .json(["ok": true, "user": "ada"]),
      .json(["ok": "false"]), .json(["ok": false], status: .tooManyRequests), .json(["authed_user": "U1"]),
      .json(["authed_user": ["access_token": ["x"]]]), .json(["ok": true, "token_type": ["user"]]),
    ])
  func `Other answers are unchanged`(_ original: HTTPAnswer) async throws {
    let passed = try await answer(original)
    #expect(passed.response.status == original.response.status && passed.body == original.body)
  }

  @Test func `An answer with two ok members is rejected`() async throws {
    let original = HTTPAnswer.text(#"{"ok":false,"ok":true,"authed_user":{"access_token":"x"}}"#)
    #expect(try await answer(original).body == original.body)
  }

  @Test func `Other providers' answers are unchanged`() async throws {
    let known = try #require(KnownProvider.all.first { $0.provider.id == "spotify" })
    let played = PlayedProvider(known)
    played.answer("/api/token", with: .json(["ok": true, "authed_user": Self.person]))
    await #expect(throws: EndpointError(.token, .missingMember("token_type"))) {
      try await known.client(played).signIn(with: played)
    }
  }
}
