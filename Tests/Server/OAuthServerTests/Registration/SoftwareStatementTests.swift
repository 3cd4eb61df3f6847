import Evidence
import Foundation
import HTTPTypes
import JOSE
import OAuthCore
import OAuthServer
import OAuthTestSupport
import Testing

/// Software statements (RFC 7591 §2.3).
@Suite(.covers("RFC 7591 §2, server")) struct SoftwareStatementTests {
  static let issuer = "https://statements.example"

  private func test(unprovenPerAddress: Int = 1_000) throws -> RegistrationServer {
    var policy = RegistrationPolicy(.open)
    policy.statementIssuers[Self.issuer] = JSONWebKeySet([try OpenIDKeys.next.get().verificationKey])
    return try RegistrationServer(
      policy, features: [.sessions, .pushedRequests, .deviceAuthorization], unprovenPerAddress: unprovenPerAddress)
  }

  private func statement(
    _ claims: [String: JSONValue] = [:], by key: Result<SigningKey, JSONWebKeyError> = OpenIDKeys.next
  ) throws -> JSONValue {
    .string(
      try key.get().sign(
        ["iss": .string(Self.issuer), "software_id": "4NRB1-0XZABZI9E6-5SM3R", "client_name": "Vouched for"]
          .merging(claims) { $1 }
      ).reveal())
  }

  @Test func `A statement's claims override the client's own members, and the statement is returned unchanged`()
    async throws
  {
    let test = try test()
    let statement = try statement(["exp": 1_800_000_001, "sub": "x", "jti": "y"])
    let members = try await test.registered(["client_name": "Bank", "software_statement": statement])
    #expect(members["client_name"] == "Vouched for" && members["software_id"] == "4NRB1-0XZABZI9E6-5SM3R")
    #expect(members["software_statement"] == statement && members["iss"] == nil && members["sub"] == nil)
  }

  // RFC 9700 §4.11.2: a statement ships with the software, so an attacker can copy it.
  @Test(
    .covers("RFC 9700 §4.11.2", "attack: registrations without end"),
    arguments: [
      (["redirect_uris"], ["redirect_uris"], true), (["redirect_uris"], [], false),
      (["redirect_uris", "post_logout_redirect_uris"], ["redirect_uris"], false),
      (["redirect_uris", "post_logout_redirect_uris"], ["redirect_uris", "post_logout_redirect_uris"], true),
    ])
  func `A statement vouches only for the addresses in it`(
    own: [String], stated: [String], isBelieved: Bool
  ) async throws {
    let test = try test()
    func members(_ names: [String]) -> [String: JSONValue] {
      Dictionary(uniqueKeysWithValues: names.map { ($0, [.string(RegistrationServer.redirect)]) })
    }
    let registered = try await test.registered(
      members(own).merging(["software_statement": try statement(members(stated))]) { $1 })
    let id = try #require(registered["client_id"]?.string)
    let wrong = RegistrationServer.authorization(id, ["response_type": "token"])
    let answer = await test.get("/authorize", wrong)
    #expect((answer.field("Location") != nil) == isBelieved)
    if isBelieved { #expect(try answer.callback("error") == "unsupported_response_type") }
    // The registration expires unused, even with a statement.
    test.clock.advance(by: .seconds(8 * 86_400))
    #expect(await test.get("/authorize", wrong).field("Location") == nil)
  }

  @Test(.covers("attack: requests without end"))
  func `A client with a statement is still unauthenticated, and its requests are counted`() async throws {
    let test = try test(unprovenPerAddress: 1)
    let client = try await test.registered([
      "software_statement": try statement(["redirect_uris": [.string(RegistrationServer.redirect)]]),
      "token_endpoint_auth_method": "client_secret_post",
    ])
    let form = RegistrationServer.authorization(
      try #require(client["client_id"]?.string), ["client_secret": client["client_secret"]?.string])
    let here = ClientAddress("192.0.2.1")
    #expect(await test.post("/par", form, from: here).status == 201)
    #expect(await test.post("/par", form, from: here).status == 429)
    #expect(await test.post("/par", form, from: ClientAddress("192.0.2.2")).status == 201)
  }

  // RFC 9700 §4.11.2: a statement ships with the software, so an attacker can use it once.
  @Test func `A client that replaces its registration without the statement loses its trust`() async throws {
    let test = try test()
    let statement = try statement(["redirect_uris": [.string(RegistrationServer.redirect)]])
    let members = try await test.registered(["software_statement": statement])
    let id = try #require(members["client_id"]?.string)
    let token = try #require(members["registration_access_token"]?.string)
    func replace(_ change: [String: JSONValue]) async -> HTTPAnswer {
      await test.json(.put, "/register/" + id, ["client_id": .string(id)].merging(change) { $1 }, token: token)
    }
    func isSent(to address: String) async -> Bool {
      let wrong = RegistrationServer.authorization(id, ["response_type": "token", "redirect_uri": address])
      return await test.get("/authorize", wrong).field("Location")?.hasPrefix(address) == true
    }
    #expect(await replace(["software_statement": statement]).status == 200)
    #expect(await isSent(to: RegistrationServer.redirect))
    let other = "https://evil.example/callback"
    for none in [[:], ["software_statement": .null]] as [[String: JSONValue]] {
      #expect(await replace(none.merging(["redirect_uris": [.string(other)]]) { $1 }).status == 200)
      #expect(await !isSent(to: other))
    }
  }

  @Test func `An untrusted statement is rejected, never ignored`() async throws {
    let test = try test()
    func error(_ statement: JSONValue) async throws -> String? {
      try await test.refusal(["software_statement": statement]).error
    }
    #expect(try await error("x.y.z") == "invalid_software_statement")
    #expect(try await error(7) == "invalid_software_statement")
    #expect(try await error(try statement(by: OpenIDKeys.es256)) == "invalid_software_statement")
    #expect(try await error(try statement(["exp": 1_800_000_000])) == "invalid_software_statement")
    #expect(try await error(try statement(["exp": "never"])) == "invalid_software_statement")
    #expect(try await error(try statement(["nbf": 1_800_000_001])) == "invalid_software_statement")
    #expect(try await error(try statement(["iss": "https://other.example"])) == "unapproved_software_statement")
    #expect(try await error(try statement(["redirect_uris": ["https://a.example/#x"]])) == "invalid_redirect_uri")
    let none = try await RegistrationServer().refusal(["software_statement": try statement()])
    #expect(none.error == "unapproved_software_statement")
  }
}
