import Evidence
import OAuthCore
import OAuthLookAlikes
import OAuthServer
import Testing

// RFC 8707 §2.
@Suite(.covers("RFC 8707 §2, server")) struct ResourceIndicatorTests {
  static func request(_ resources: [String]) -> FormParameters {
    var form = TestServer.webRequest()
    for resource in resources { form.append("resource", resource) }
    return form
  }

  static func resources(_ test: TestServer, _ asked: [String]) async throws -> [String] {
    let code = try await test.decide(request(asked)).callback("code")
    return try #require(try await test.database.authorizationCode(SecretHash(ofToken: Secret(code)))).details.resources
  }

  @Test func `Several resources go into the code, each once and unchanged`() async throws {
    let test = try TestServer(asking: [try TestServer.asking()])
    let asked = ["https://api.example", "https://api.example/a", "https://api.example?x=%20", "urn:example:api"]
    #expect(try await Self.resources(test, asked + asked) == asked)
    #expect(try await Self.resources(test, ["HTTPS://API.example:443/", asked[0]]) == ["HTTPS://API.example:443/"])
    #expect(try await Self.resources(test, []) == [])
  }

  // RFC 3986 §6.2.2.1 and §6.2.3. Clients write the root's slash, and hosts in capitals.
  @Test(.covers("CVE-2025-69196"))
  func `Another spelling of a resource gets the configured one, from the code to the access token`()
    async throws
  {
    let client = try TestServer.asking { $0.resources = ["https://A.example", "https://b.example/mcp"] }
    let test = try TestServer(asking: [client]) {
      $0.requests.resources = ["https://a.example/", "https://b.example/mcp", "https://c.example"]
    }
    for spelling in ["https://a.example", "https://a.example/", "HTTPS://A.EXAMPLE:443"] {
      #expect(try await Self.resources(test, [spelling, "https://a.example/"]) == ["https://a.example/"])
    }
    #expect(try await Self.resources(test, ["https://B.example/mcp"]) == ["https://b.example/mcp"])
    for other in ["https://b.example", "https://b.example/mcp/", "https://b.example/MCP", "https://a.example/x"] {
      #expect(try await test.get("/authorize", Self.request([other])).callbackError() == "invalid_target")
    }
  }

  @Test(
    arguments: [
      "notes", "/notes", "https://api.example#", "https://api.example#x", "https://user@api.example", "https://a b",
      "https://api.example/\u{E9}",
    ])
  func `A resource that isn't an absolute URI, or has a fragment, is rejected`(text: String) async throws {
    let test = try TestServer(asking: [try TestServer.asking()])
    let answer = await test.get("/authorize", Self.request(["https://api.example", text]))
    #expect(try answer.callbackError() == "invalid_target")
  }

  @Test(.covers("RFC 9700 §4.9.1"))
  func `A server with a list of resources issues tokens only for those, and a client only for its own`()
    async throws
  {
    let client = try TestServer.asking { $0.resources = ["https://a.example", "https://c.example"] }
    let test = try TestServer(asking: [client]) { $0.requests.resources = ["https://a.example", "https://b.example"] }
    #expect(try await Self.resources(test, ["https://a.example"]) == ["https://a.example"])
    for resource in ["https://b.example", "https://c.example", "https://d.example", "https://a.example/x"] {
      #expect(try await test.get("/authorize", Self.request([resource])).callbackError() == "invalid_target")
    }
  }

  @Test func `Too many resources are rejected`() async throws {
    let test = try TestServer(asking: [try TestServer.asking()])
    let answer = await test.get("/authorize", Self.request((0..<21).map { "https://api\($0).example" }))
    #expect(try answer.callbackError() == "invalid_target")
  }
}
