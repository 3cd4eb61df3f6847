import Evidence
import Hummingbird
import HummingbirdTesting
import HTTPTypes
import NIOCore
import OAuthCore
import OAuthResourceServer
import OAuthResourceServerHummingbird
import OAuthTestSupport
import Testing

/// RFC 6750, through a Hummingbird router, with tokens of Pixy's own authorization server.
@Suite(.covers("RFC 6750 §2", "RFC 9470 §3")) struct BearerTokenTests {
  private let api: TestAPI

  init() throws {
    api = try TestAPI()
  }

  private func ask(
    _ presentation: TokenPresentation = TokenPresentation(),
    _ body: @Sendable (any TestClientProtocol) async throws -> Void
  ) async throws {
    try await Application(router: api.router(api.resource(presentation))).test(.router, body)
  }

  @Test(.covers("CVE-2026-9810")) func `A valid token opens the route, which receives its subject`() async throws {
    let token = try await api.token("read write").reveal()
    try await ask { client in
      let answer = try await client.get("/notes", "Bearer \(token)")
      #expect(answer.status == .ok && answer.text == "service service read write https://login.example")
      #expect(answer.headers[values: .wwwAuthenticate].isEmpty)
      #expect(try await client.get("/notes/typed", "bearer \(token)").text == "service")
    }
  }

  // The challenge contains no error before the client has tried a token (RFC 6750 §3.1, RFC 9728
  // §5.1).
  @Test(.covers("MCP: The document is at resource_metadata of the 401 or at a well-known address"))
  func `Without a token the challenges contain the required scope and the URL of the resource metadata`()
    async throws
  {
    try await ask { client in
      let answer = try await client.get()
      #expect(
        answer.wire == [
          "401", #"DPoP scope="read", algs="ES256 Ed25519 EdDSA PS256", resource_metadata="\#(TestAPI.metadata)""#,
          #"Bearer scope="read", resource_metadata="\#(TestAPI.metadata)""#,
        ])
      #expect(answer.text.isEmpty && answer.headers[.cacheControl] == "no-store")
      #expect(try await client.get("/notes", "Basic YTpi").wire == answer.wire)
    }
  }

  @Test(
    .covers(
      "MCP: Tokens are validated; invalid and expired ones get 401",
      "MCP: Tokens are validated to be issued for this resource", "MCP: Tokens for others are rejected"))
  func `A token for another audience, an expired one and a forged one are invalid`() async throws {
    let other = try await api.token(for: "https://other.example/").reveal()
    let token = try await api.token().reveal()
    try await ask { client in
      #expect(try await client.get("/notes", "Bearer \(token)").status == .ok)
      for wrong in [other, String(token.dropLast(4)) + "AAAA", "opaque"] {
        let answer = try await client.get("/notes", "Bearer \(wrong)")
        #expect(try answer.status == .unauthorized && answer.errors == ["invalid_token"])
      }
      api.clock.advance(by: .seconds(3_600 + 31))
      let late = try await client.get("/notes", "Bearer \(token)")
      #expect(try late.status == .unauthorized && late.errors == ["invalid_token"])
    }
  }

  @Test func `An inner route has a further requirement, and challenges with it`() async throws {
    let reading = try await api.token().reveal()
    let writing = try await api.token("read write").reveal()
    try await ask { client in
      func post(_ token: String) async throws -> TestResponse {
        try await client.execute(
          uri: "/notes", method: .post, headers: [.authorization: "Bearer \(token)"], body: ByteBuffer(string: "note")
        ) { $0 }
      }
      let refused = try await post(reading)
      #expect(refused.status == .forbidden)
      #expect(
        refused.wire.last
          == #"Bearer error="insufficient_scope", error_description="the scope of the access token is not sufficient", scope="write", resource_metadata="\#(TestAPI.metadata)""#
      )
      #expect(try await post(writing).text == "note")
    }
  }

  // RFC 6750 §2, RFC 9449 §7.2.
  @Test func `Two Authorization fields, or a token in two places, are a bad request`() async throws {
    let token = try await api.token().reveal()
    try await ask { client in
      var fields: HTTPFields = [:]
      fields.append(HTTPField(name: .authorization, value: "Bearer \(token)"))
      fields.append(HTTPField(name: .authorization, value: "Bearer \(token)"))
      let twice = try await client.execute(uri: "/notes", method: .get, headers: fields) { $0 }
      #expect(try twice.status == .badRequest && twice.errors.allSatisfy { $0 == "invalid_request" })
      let both = try await client.get("/notes?access_token=\(token)", "Bearer \(token)")
      #expect(try both.status == .badRequest && both.errors.allSatisfy { $0 == "invalid_request" })
    }
  }

  // RFC 9700 §4.3.2. Peers print tokens, codes, verifiers and request URLs.
  @Test func `A token in the query is rejected, and no token is logged`() async throws {
    let token = try await api.token().reveal()
    try await ask { client in
      #expect(try await client.get("/notes?access_token=\(token)").status == .unauthorized)
      _ = try await client.get("/notes", "Bearer \(token)x")
    }
    #expect(!api.logs.records.isEmpty && api.logs.records.allSatisfy { !$0.contains(token) })
  }

  // RFC 6750 §2.2.
  @Test func `A token in a form is accepted if the resource allows forms, and the route can read the form`()
    async throws
  {
    let token = try await api.token("read write").reveal()
    let form = "note=hello&access_token=\(token)"
    try await ask { client in
      let answer = try await post(form, to: client)
      #expect(answer.status == .unauthorized)
    }
    try await ask(TokenPresentation(takesForms: true)) { client in
      let answer = try await post(form, to: client)
      #expect(answer.text == form)
      let without = try await post("note=hello", to: client)
      #expect(without.status == .unauthorized)
      let long = try await post("x=" + String(repeating: "a", count: 2 << 20), to: client)
      #expect(long.status == .contentTooLarge)
    }
  }

  private func post(_ form: String, to client: any TestClientProtocol) async throws -> TestResponse {
    try await client.execute(
      uri: "/notes", method: .post, headers: [.contentType: "application/x-www-form-urlencoded"],
      body: ByteBuffer(string: form)
    ) { $0 }
  }

  @Test(.covers("CVE-2026-73421")) func `A route without the middleware is never open`() async throws {
    let token = try await api.token().reveal()
    try await ask { client in
      for path in ["/careless", "/careless/typed"] {
        let answer = try await client.get(path, "Bearer \(token)")
        #expect(answer.status == .internalServerError)
      }
    }
  }

  @Test func `Another resource's access doesn't count in an inner group`() async throws {
    let outer = try await api.resource()
    let inner = try await api.resource(TokenPresentation(binding: .required))
    let router = Router(context: BasicAccessRequestContext.self)
    router.group("notes").add(middleware: AccessMiddleware(outer))
      .group("bound").add(middleware: AccessMiddleware(inner)).get { _, _ in "open" }
    let token = try await api.token().reveal()
    try await Application(router: router).test(.router) { client in
      let answer = try await client.get("/notes/bound", "Bearer \(token)")
      #expect(answer.status == .unauthorized)
    }
  }

  // RFC 9470 §3.
  @Test func `An old sign-in is challenged for a newer one, and a weak one for a stronger one`() async throws {
    let token = try await api.personsToken().reveal()
    let program = try await api.token().reveal()
    try await ask { client in
      #expect(try await client.get("/notes/recent", "Bearer \(token)").text == "user-1")
      let weak = try await client.get("/notes/strong", "Bearer \(token)")
      #expect(try weak.status == .unauthorized && weak.errors == ["insufficient_user_authentication"])
      #expect(weak.wire.last?.contains(#"acr_values="gold ivory""#) == true)
      api.clock.advance(by: .seconds(61))
      let old = try await client.get("/notes/recent", "Bearer \(token)")
      #expect(try old.status == .unauthorized && old.errors == ["insufficient_user_authentication"])
      #expect(old.wire.last?.contains(#"max_age="60""#) == true)
      #expect(try await client.get("/notes", "Bearer \(token)").status == .ok)
      // A token of a service has no user sign-in.
      #expect(try await client.get("/notes/recent", "Bearer \(program)").status == .unauthorized)
    }
  }
}
