import Evidence
import HTTPTypes
import OAuthCore
import OAuthServer
import OAuthTestSupport
import Testing

@Suite("UserInfo", .covers("OpenID Core §5.3, server"))
struct UserInfoTests {
  @Test(
    "returns the claims of the scope (OpenID Connect Core section 5.4)", .covers("question: Is the test URI working"))
  func claims() async throws {
    let test = try TestServer()
    let expected: [(String?, [String: JSONValue])] = [
      (nil, [:]),
      ("email", ["email": "ada@example.com"]),
      (
        "profile",
        [
          "name": "Ada Lovelace", "preferred_username": "ada", "picture": "https://example.com/ada.png",
        ]
      ),
    ]
    for (scope, claims) in expected {
      let answer = await test.userInfo(try await test.tokens(["scope": scope]).access)
      #expect(answer.status == 200)
      #expect(answer.field("Content-Type") == "application/json")
      #expect(answer.field("Cache-Control") == "no-store")
      #expect(try answer.members == claims.merging(["sub": "248289761001"]) { $1 })
    }
  }

  @Test("leaves out unknown claims (OpenID Connect Core section 5.3.2)")
  func absent() async throws {
    let user = User(subject: Subject(rawValue: "1"), username: "ada", name: "Ada")
    let test = try TestServer(users: InMemoryUserDirectory([(user, Secret(TestServer.password))]))
    let members = try await test.userInfo(try await test.tokens().access).members
    #expect(members == ["sub": "1", "name": "Ada", "preferred_username": "ada"])
  }

  @Test(
    "accepts the token in the field by GET and POST, and in the form of a POST (RFC 6750 sections 2.1, 2.2)",
    .covers("question: Does the server support RFC6750 (bearer token usage)"))
  func ways() async throws {
    let test = try TestServer()
    let token = try await test.tokens().access
    #expect(await test.get("/userinfo", fields: [.authorization: "Bearer \(token)"]).status == 200)
    #expect(await test.get("/userinfo", fields: [.authorization: "bearer  \(token)"]).status == 200)
    #expect(await test.post("/userinfo", FormParameters(), fields: [.authorization: "Bearer \(token)"]).status == 200)
    #expect(await test.post("/userinfo", TestServer.form([("access_token", token)])).status == 200)
    let json = await test.post(
      "/userinfo", FormParameters(), fields: [.authorization: "Bearer \(token)", .contentType: "application/json"])
    #expect(json.status == 200)
  }

  @Test("without a token, or with one in the query, answers 401 without an error code (RFC 6750 section 3.1)")
  func missing() async throws {
    let test = try TestServer()
    let token = try await test.tokens().access
    for answer in [
      await test.get("/userinfo"), await test.get("/userinfo", fields: [.authorization: "Basic \(token)"]),
      await test.get("/userinfo", TestServer.form([("access_token", token)])),
      await test.post("/userinfo", FormParameters()),
    ] {
      #expect(answer.status == 401)
      #expect(answer.field("WWW-Authenticate") == "Bearer realm=\"https://login.example\"")
    }
  }

  @Test("with two tokens, or a malformed one, answers invalid_request (RFC 6750 section 3.1)")
  func malformed() async throws {
    let test = try TestServer()
    let token = try await test.tokens().access
    let field: HTTPFields = [.authorization: "Bearer \(token)"]
    var twice = field
    twice.append(HTTPField(name: .authorization, value: "Bearer \(token)"))
    let form = TestServer.form([("access_token", token)])
    var repeated = form
    repeated.append("access_token", token)
    for answer in [
      await test.get("/userinfo", fields: twice), await test.post("/userinfo", form, fields: field),
      await test.get("/userinfo", form, fields: field), await test.post("/userinfo", repeated),
      await test.get("/userinfo", fields: [.authorization: "Bearer"]),
      await test.get("/userinfo", fields: [.authorization: "Bearer a b"]),
      await test.get("/userinfo", fields: [.authorization: "Bearer ==="]),
      await test.post("/userinfo", TestServer.form([("access_token", "a\"b")])),
    ] {
      #expect(answer.status == 400)
      #expect(answer.field("WWW-Authenticate")?.contains("error=\"invalid_request\"") == true)
    }
  }

  @Test(
    "with an invalid token answers invalid_token",
    .covers("question: Does the API server accept JWT tokens without a signature", "CVE-2026-34953"))
  func invalid() async throws {
    let test = try TestServer()
    let token = try await test.tokens().access
    test.clock.advance(by: .seconds(3_599))
    #expect(await test.userInfo(token).status == 200)
    test.clock.advance(by: .seconds(1))
    for text in [token, "unknown", String(token.dropLast()), token.uppercased()] {
      let answer = await test.userInfo(text)
      #expect(answer.status == 401)
      #expect(answer.error == "invalid_token")
      #expect(answer.field("WWW-Authenticate")?.contains("error=\"invalid_token\"") == true)
    }
  }
}
