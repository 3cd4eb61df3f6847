import Evidence
import Foundation
import HTTPTypes
import OAuth
import OAuthCore
import OAuthTestSupport
import Testing

@Suite(.covers("RFC 7662 §2")) struct IntrospectionTests {
  // RFC 7662 §2.2, the example.
  private static let members: [String: JSONValue] = [
    "active": true, "client_id": "l238j323ds-23ij4", "username": "jdoe", "scope": "read write dolphin",
    "sub": "Z5O3upPC88QrAjx00dis", "aud": "https://protected.example.net/resource",
    "iss": "https://server.example.com/", "exp": 1_419_356_238, "iat": 1_419_350_238,
    "extension_field": "twenty-seven",
  ]

  private func client(_ transport: ScriptedTransport) throws -> OAuthClient {
    try Fixture.client(
      transport, authentication: .clientSecretBasic(Secret("s")),
      server: Fixture.metadata(["introspection_endpoint": "https://as.example/introspect"]))
  }

  private func introspect(_ changes: [String: JSONValue] = [:]) async throws -> IntrospectedToken {
    let answer = HTTPAnswer.json(Self.members.merging(changes) { $1 })
    guard case .active(let token) = try await client(ScriptedTransport(answer)).introspect(Secret("at-1")) else {
      throw NotActive()
    }
    return token
  }

  private struct NotActive: Error {}

  private func problem(_ answer: HTTPAnswer) async throws -> EndpointError.Problem {
    try await #require(throws: EndpointError.self) {
      try await client(ScriptedTransport(answer)).introspect(Secret("at-1"))
    }.problem
  }

  @Test func `The token is sent with its hint and the client's authentication`() async throws {
    let transport = ScriptedTransport(.json(["active": false]))
    var more = FormParameters()
    more.append("resource_id", "r")
    _ = try await client(transport).introspect(Secret("mF_9.B5f-4.1JqM"), hint: .accessToken, parameters: more)
    let exchange = try #require(transport.exchanges.first)
    #expect(
      String(decoding: exchange.body, as: UTF8.self)
        == "token=mF_9.B5f-4.1JqM&token_type_hint=access_token&resource_id=r")
    #expect(exchange.request.path == "/introspect" && exchange.request.headerFields[.authorization] != nil)
    #expect(exchange.request.headerFields[.accept] == "application/json")
  }

  @Test func `The example of RFC 7662 is read`() async throws {
    let token = try await introspect()
    #expect(token.clientID == "l238j323ds-23ij4" && token.username == "jdoe")
    #expect(token.scope?.tokens == ["read", "write", "dolphin"])
    #expect(token.subject == "Z5O3upPC88QrAjx00dis" && token.issuer == "https://server.example.com/")
    #expect(token.audience == ["https://protected.example.net/resource"])
    #expect(token.expiresAt == Date(timeIntervalSince1970: 1_419_356_238))
    #expect(token.issuedAt == Date(timeIntervalSince1970: 1_419_350_238))
    #expect(token.notBefore == nil && token.identifier == nil && token.tokenType == nil)
    #expect(token.members["extension_field"] == "twenty-seven")
  }

  // RFC 7662 §2.2.
  @Test func `The other members of an inactive token are ignored`() async throws {
    let answer = HTTPAnswer.json(["active": false, "sub": "1", "exp": "soon", "scope": 1])
    #expect(try await client(ScriptedTransport(answer)).introspect(Secret("at-1")) == .inactive)
  }

  @Test(.covers("CVE-2026-34953"), arguments: [.string("true"), 1, .null, [true], [:]] as [JSONValue])
  func `Only true is active`(_ value: JSONValue) async throws {
    #expect(
      try await problem(.json(Self.members.merging(["active": value]) { $1 })) == .malformedMember("active"))
  }

  @Test func `An answer without active is an error`() async throws {
    #expect(try await problem(.json(["sub": "1"])) == .missingMember("active"))
    #expect(
      try await problem(.json(["error": "invalid_client"], status: .unauthorized))
        == .refused(ErrorResponse(.invalidClient), status: 401))
    #expect(
      try await problem(.json(["active": true], status: .unauthorized)) == .unexpectedStatus(401, retryAfter: nil))
  }

  @Test(
    arguments: [
      ("exp", "1419356238"), ("exp", -1), ("exp", .number(1e300)), ("nbf", [1]), ("aud", 1),
      ("aud", ["a", 1]), ("sub", 1), ("iss", ["a"]), ("client_id", [:]), ("cnf", "x"), ("cnf", ["jkt": 1]),
      ("token_type", 1),
    ] as [(String, JSONValue)])
  func `An unusable member that limits the token's use is an error, not left out`(_ member: String, _ value: JSONValue)
    async throws
  {
    let found = try await problem(.json(Self.members.merging([member: value]) { $1 }))
    #expect(found == .malformedMember(member == "cnf" && value.object != nil ? "jkt" : member))
  }

  @Test(arguments: ["scope", "iat", "jti", "username"])
  func `An unusable member that limits nothing counts as absent`(_ member: String) async throws {
    for value in [true, [1], ["a": "b"], .number(1e300)] as [JSONValue] {
      let token = try await introspect([member: value])
      #expect(token.subject == "Z5O3upPC88QrAjx00dis" && token.members[member] == value)
      #expect(member != "scope" || token.scope == nil)
      #expect(member != "iat" || token.issuedAt == nil)
      #expect(member != "jti" || token.identifier == nil)
      #expect(member != "username" || token.username == nil)
    }
  }

  @Test func `Several audiences, bindings and all times are read`() async throws {
    let token = try await introspect([
      "aud": ["a", "b"], "nbf": 1_419_350_000, "jti": "j", "token_type": "DPoP", "exp": .number(1_419_356_238.5),
      "cnf": [
        "jkt": "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I", "x5t#S256": "bwcK0esc3ACC3DB2Y5_lESsXE8o9ltc05O89jdN-dg2",
      ],
    ])
    #expect(token.audience == ["a", "b"] && token.identifier == "j" && token.tokenType == "DPoP")
    #expect(token.keyThumbprint == "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I")
    #expect(token.certificateThumbprint == "bwcK0esc3ACC3DB2Y5_lESsXE8o9ltc05O89jdN-dg2")
    #expect(token.expiresAt == Date(timeIntervalSince1970: 1_419_356_238.5))
    let start = Date(timeIntervalSince1970: 1_419_350_000)
    #expect(!token.isTimely(at: start.addingTimeInterval(-61)) && token.isTimely(at: start.addingTimeInterval(-60)))
    #expect(token.isTimely(at: start) && !token.isTimely(at: start, tolerance: .seconds(-1)))
    let end = try #require(token.expiresAt)
    #expect(token.isTimely(at: end.addingTimeInterval(59)) && !token.isTimely(at: end.addingTimeInterval(60)))
  }

  @Test func `An empty audience and an empty scope differ from absent ones`() async throws {
    let token = try await introspect(["aud": [], "scope": ""])
    #expect(token.audience.isEmpty && token.scope == Scope.none)
  }

  @Test func `A description shows no claims about the user`() async throws {
    let token = try await introspect()
    var dumped = ""
    dump(token, to: &dumped)
    for text in ["\(token)", String(reflecting: token), dumped, "\(Introspection.active(token))"] {
      #expect(!text.contains("jdoe") && !text.contains("Z5O3"))
    }
  }

  @Test func `A server without the endpoint is not asked, and a token sent back is withheld`() async throws {
    let error = try await #require(throws: EndpointError.self) {
      try await Fixture.client().introspect(Secret("at-1"))
    }
    #expect(error.endpoint == .introspection && error.problem == .notAnnounced)
    let echo = HTTPAnswer.json(["error": "invalid_request", "error_description": "at-secret"], status: .badRequest)
    let refused = try await #require(throws: EndpointError.self) {
      try await client(ScriptedTransport(echo)).introspect(Secret("at-secret"))
    }
    #expect(!"\(refused)".contains("at-secret"))
  }
}
