import Evidence
import Foundation
import HTTPTypes
import OAuth
import OAuthCore
import OAuthTestSupport
import Testing

/// Answers to a grant whose optional members can't be used. The code or the refresh token is spent, so
/// an error would lose the tokens.
@Suite(.covers("RFC 6749 §4.1.3")) struct OddAnswerTests {
  private func tokens(
    _ members: [String: JSONValue?], refreshing: Bool = false, _ names: BearerNames = .standard,
    prover: DPoPProver? = nil
  ) async throws -> TokenResponse {
    var answer: [String: JSONValue] = ["access_token": "at-1", "token_type": "Bearer"]
    for (name, value) in members { answer[name] = value }
    let client = OAuthClient(
      id: "app", server: try Fixture.metadata(), prover: prover, bearerNames: names,
      transport: ScriptedTransport(.json(answer)), clock: ManualClock().wallClock)
    return refreshing ? try await client.refresh(Secret("rt-1")) : try await client.clientCredentials()
  }

  @Test(
    arguments: [
      1, true, .number(0.5), [:], ["a": "b"], [1], ["a", 1], ["a b"], "a\"b", "é", "a\\b", "a\nb", ["a", ""],
    ] as [JSONValue])
  func `A scope of unusable form counts as absent`(_ value: JSONValue) async throws {
    #expect(try await tokens(["scope": value]).scope == nil)
    let refreshed = try await tokens(["scope": value, "refresh_token": "rt-2"], refreshing: true)
    #expect(refreshed.scope == nil && refreshed.refreshToken == Secret("rt-2"))
  }

  @Test(arguments: [false, 1, [:], ["rt-2"], "", .null, "rt\r\nX-Injected: 1", "\u{E9}"] as [JSONValue])
  func `A refresh token of unusable form counts as absent, and the old one stays`(_ value: JSONValue) async throws {
    #expect(try await tokens(["refresh_token": value]).refreshToken == nil)
    #expect(try await tokens(["refresh_token": value], refreshing: true).refreshToken == Secret("rt-1"))
  }

  @Test(arguments: ["", .null, false, 1, [:], ["e30.e30.e30"]] as [JSONValue])
  func `An ID token of unusable form counts as absent`(_ value: JSONValue) async throws {
    #expect(try await tokens(["id_token": value]).additionalMembers["id_token"] == nil)
  }

  // Some servers send an empty or false error beside the tokens.
  @Test(arguments: ["", false, .null] as [JSONValue])
  func `An error that says nothing doesn't turn a success into a refusal`(_ value: JSONValue) async throws {
    #expect(try await tokens(["error": value]).accessToken == Secret("at-1"))
    await #expect(throws: EndpointError.self) { try await tokens(["error": value, "access_token": nil]) }
  }

  @Test(arguments: [true, 1, ["code": "x"], ["x"], "x"] as [JSONValue])
  func `An error of any other form is a refusal`(_ value: JSONValue) async throws {
    let error = await #expect(throws: EndpointError.self) { try await tokens(["error": value]) }
    #expect(error?.refusal != nil)
  }

  @Test(arguments: [nil, .null, ""] as [JSONValue?])
  func `LinkedIn and Shopify: an answer without token_type is refused unless the client accepts it`(
    _ value: JSONValue?
  ) async throws {
    let error = await #expect(throws: EndpointError(.token, .missingMember("token_type"))) {
      try await tokens(["token_type": value])
    }
    #expect(error?.remedy.contains("BearerNames") == true)
    #expect(try await tokens(["token_type": value], .orMissing).tokenType == .bearer)
    // A value of another type isn't a missing one.
    await #expect(throws: EndpointError(.token, .malformedMember("token_type"))) {
      try await tokens(["token_type": 1], .orMissing)
    }
  }

  @Test func `eBay: words as token_type are refused unless the client accepts them`() async throws {
    let words: [String: JSONValue?] = ["token_type": "User Access Token"]
    await #expect(throws: EndpointError(.token, .unknownTokenType(UntrustedText("User Access Token")))) {
      try await tokens(words, .orMissing)
    }
    let names = BearerNames(["User access token", "Application Access Token"])
    #expect(try await tokens(words, names).tokenType == .bearer)
    #expect(try await tokens([:], names).tokenType == .bearer)
    await #expect(throws: EndpointError.self) { try await tokens(["token_type": nil], names) }
    await #expect(throws: EndpointError.self) { try await tokens(["token_type": "mac"], names) }
  }

  // Only token_type says whether a token is bound to the key (RFC 9449 §5).
  @Test(.covers("RFC 9449 §4"), arguments: [false, true])
  func `No name and no missing name passes for a token that is bound to a key`(_ refreshing: Bool) async throws {
    let key = try DPoPProver.generate()
    let names = BearerNames(["User Access Token"], orMissing: true)
    for (value, problem) in [
      (nil, .missingMember("token_type")), ("Bearer", .notBound), ("User Access Token", .notBound),
      ("mac", .unknownTokenType(UntrustedText("mac"))),
    ] as [(JSONValue?, EndpointError.Problem)] {
      let error = await #expect(throws: EndpointError.self) {
        try await tokens(["token_type": value], refreshing: refreshing, names, prover: key)
      }
      #expect(error?.problem == problem)
    }
    #expect(try await tokens(["token_type": "DPoP"], refreshing: refreshing, prover: key).tokenType == .dpop)
    await #expect(throws: EndpointError.self) {
      try await tokens(["token_type": "DPoP"], refreshing: refreshing, names)
    }
  }

  @Test(arguments: [nil, .null, "", 1, ["Bearer"]] as [JSONValue?])
  func `A refresh without a usable token_type keeps the known type`(_ value: JSONValue?) async throws {
    #expect(try await tokens(["token_type": value], refreshing: true).tokenType == .bearer)
  }

  @Test func `A token exchange at a server that leaves token_type out needs the option too`() async throws {
    let answer = HTTPAnswer.json(
      ["access_token": "at-1", "issued_token_type": "urn:ietf:params:oauth:token-type:access_token", "scope": 1])
    let request = TokenExchangeRequest(subject: SecurityToken(Secret("s"), .accessToken))
    await #expect(throws: EndpointError(.token, .missingMember("token_type"))) {
      try await Fixture.client(ScriptedTransport(answer)).exchange(request)
    }
    let client = OAuthClient(
      id: "app", server: try Fixture.metadata(), bearerNames: .orMissing, transport: ScriptedTransport(answer))
    let exchanged = try await client.exchange(request)
    #expect(exchanged.accessToken?.tokenType == .bearer && exchanged.scope == nil)
  }
}
